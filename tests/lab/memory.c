/* A camera's memory where the kernel has none: what libcamera and picamera2 ask of /dev/udmabuf and /dev/dma_heap is
 * served from ordinary memory. To be preloaded: cc -shared -fPIC -o memory.so memory.c */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

typedef int (*opener)(const char *, int, ...);

static int opened(const char *name, const char *path, int flags, mode_t mode)
{
    if (path && (!strcmp(path, "/dev/udmabuf") || !strcmp(path, "/dev/dma_heap/linux,cma")))
        return memfd_create("camera", MFD_CLOEXEC);
    return ((opener)dlsym(RTLD_NEXT, name))(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define OPENS(name)                                    \
    int name(const char *path, int flags, ...)         \
    {                                                  \
        va_list rest;                                  \
        va_start(rest, flags);                         \
        mode_t mode = mode_of(flags, rest);            \
        va_end(rest);                                  \
        return opened(#name, path, flags, mode);       \
    }

OPENS(open)
OPENS(open64)

static int allocated(struct dma_heap_allocation_data *wanted)
{
    int memory = memfd_create("frame", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, wanted->len) < 0)
        return -1;
    wanted->fd = memory;
    return 0;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list rest;
    va_start(rest, request);
    void *about = va_arg(rest, void *);
    va_end(rest);
    if (request == DMA_HEAP_IOCTL_ALLOC)
        return allocated(about);
    if (request == UDMABUF_CREATE)
        return dup(((struct udmabuf_create *)about)->memfd);
    /* Ordinary memory needs no word before it is looked at, and no name. */
    if (_IOC_TYPE(request) == DMA_BUF_BASE && _IOC_NR(request) <= 1)
        return 0;
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(file, request, about);
}
