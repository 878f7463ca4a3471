/* Just enough JSON for the pipe: one flat object. No part of the library. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

struct json_member {
    const char *name;
    const char *text; /* a string without its escapes; anything else as it stands */
    size_t size;
};

/* Reads an object of strings, numbers, true, false and null, in place. Returns the count of members, or -1. */
int json_read(char *line, size_t size, struct json_member *members, int capacity);

#endif
