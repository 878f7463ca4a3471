/* What the testee needs of a board: a line, and if possible a clock and a look at the stack. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct port_cost {
    uint64_t cycles; /* or nanoseconds */
    bool is_time;    /* nanoseconds? */
    uint32_t stack;  /* bytes; 0: not known */
};

void port_start(void);

/* Waits for a byte. Below zero: there will be none. */
int port_read(void);

void port_write(const uint8_t *at, size_t size);
void port_flush(void);

/* What is between these two is measured. */
void port_measure_start(void);
void port_measure_end(struct port_cost *cost);

#endif
