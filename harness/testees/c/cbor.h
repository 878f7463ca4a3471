/* The part of CBOR (RFC 8949) that a CRI is made of: a strict reader and a bounded writer. No memory is allocated. */
#ifndef CBOR_H
#define CBOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of somebody else. */
struct slice {
    const uint8_t *at;
    size_t size;
};

enum cbor_major { CBOR_UINT, CBOR_NINT, CBOR_BYTES, CBOR_TEXT, CBOR_ARRAY, CBOR_MAP, CBOR_TAG, CBOR_SIMPLE };

enum { CBOR_FALSE = 20, CBOR_TRUE = 21, CBOR_NULL = 22, CBOR_INDEFINITE = 31 };

struct cbor_head {
    enum cbor_major major;
    uint8_t info;      /* the additional information */
    uint64_t argument; /* of a simple value: its number */
};

/* How many items of indefinite length may be open in what cbor_skip passes over. */
#define CBOR_MAX_INDEFINITE 32

/* These read from the front of `in` and move it on. They return NULL, or the reason why they could not. */
const char *cbor_read_head(struct slice *in, struct cbor_head *head);
const char *cbor_read_string(struct slice *in, uint64_t size, struct slice *string);
const char *cbor_skip(struct slice *in);

/* Is the next byte this simple value? */
bool cbor_next_is(const struct slice *in, uint8_t simple);

/* What is written beyond `capacity` is dropped, and `overflow` set. */
struct writer {
    uint8_t *at;
    size_t size, capacity;
    bool overflow;
};

void put(struct writer *out, const void *bytes, size_t size);
void put_byte(struct writer *out, uint8_t byte);
void put_head(struct writer *out, enum cbor_major major, uint64_t argument);
size_t head_size(uint64_t argument);

/* How many bytes the UTF-8 character at the front has; 0 where there is none. */
size_t utf8_size(struct slice in);

#endif
