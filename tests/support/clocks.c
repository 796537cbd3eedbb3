/* A wall clock so many seconds ahead (TUSAC_CLOCK_AHEAD), for a program that has this preloaded and for all that
   it starts; and so many more as a file of eight bytes says at the moment (TUSAC_CLOCK_FILE), so that a test can set it. The monotonic clock stays true, and so do all waits, which go by it or say how long and not until when.

   The kernel is asked by system call: looking up libc's own function would allocate memory, and Redis's allocator
   asks for the time before it can give any. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead;
static const volatile long *set_by_a_test;

__attribute__((constructor)) static void read_environment(void)
{
    const char *told = getenv("TUSAC_CLOCK_AHEAD");
    const char *file = getenv("TUSAC_CLOCK_FILE");
    int opened = file ? open(file, O_RDONLY) : -1;
    ahead = told ? atol(told) : 0;
    if (opened >= 0) {
        void *shared = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, opened, 0);
        set_by_a_test = shared == MAP_FAILED ? NULL : shared;
        close(opened);
    }
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += ahead + (set_by_a_test ? *set_by_a_test : 0);
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    (void)zone;
    struct timespec exact;
    int failed = clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *now)
{
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (now)
        *now = exact.tv_sec;
    return exact.tv_sec;
}

int timespec_get(struct timespec *now, int base)
{
    return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, now) ? base : 0;
}
