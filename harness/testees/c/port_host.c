/* The port to a computer: standard input and output. */
#define _POSIX_C_SOURCE 199309L
#include "port.h"

#include <stdio.h>
#include <time.h>

static struct timespec start;

void port_start(void)
{
}

int port_read(void)
{
    int byte = getchar();
    return byte == EOF ? -1 : byte;
}

void port_write(const uint8_t *at, size_t size)
{
    fwrite(at, 1, size, stdout);
}

void port_flush(void)
{
    fflush(stdout);
}

void port_measure_start(void)
{
    clock_gettime(CLOCK_MONOTONIC, &start);
}

void port_measure_end(struct port_cost *cost)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    cost->cycles = (uint64_t)(end.tv_sec - start.tv_sec) * 1000000000u + (uint64_t)end.tv_nsec - (uint64_t)start.tv_nsec;
    cost->is_time = true;
}
