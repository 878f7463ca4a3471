#include "cbor.h"

#include <string.h>

static const char ENDS_EARLY[] = "the input ends too early";

static bool take(struct slice *in, uint64_t size, struct slice *taken)
{
    /* Compare before adding: the size is what the input claims, up to 2^64 - 1. */
    if (size > in->size)
        return false;
    taken->at = in->at;
    taken->size = (size_t)size;
    in->at += (size_t)size;
    in->size -= (size_t)size;
    return true;
}

const char *cbor_read_head(struct slice *in, struct cbor_head *head)
{
    struct slice bytes;
    if (!take(in, 1, &bytes))
        return ENDS_EARLY;
    head->major = (enum cbor_major)(bytes.at[0] >> 5);
    head->info = bytes.at[0] & 31;
    head->argument = head->info;
    if (head->info < 24 || head->info == CBOR_INDEFINITE)
        return NULL;
    if (head->info > 27)
        return "reserved additional information";
    if (!take(in, (uint64_t)1 << (head->info - 24), &bytes))
        return ENDS_EARLY;
    head->argument = 0;
    for (size_t i = 0; i < bytes.size; i++)
        head->argument = head->argument << 8 | bytes.at[i];
    return NULL;
}

const char *cbor_read_string(struct slice *in, uint64_t size, struct slice *string)
{
    return take(in, size, string) ? NULL : ENDS_EARLY;
}

bool cbor_next_is(const struct slice *in, uint8_t simple)
{
    return in->size > 0 && in->at[0] == (CBOR_SIMPLE << 5 | simple);
}

static const char *skip_chunks(struct slice *in, enum cbor_major expected)
{
    for (;;) {
        struct cbor_head head;
        struct slice chunk;
        const char *error = cbor_read_head(in, &head);
        if (error)
            return error;
        if (head.major == CBOR_SIMPLE && head.info == CBOR_INDEFINITE)
            return NULL;
        if (head.major != expected || head.info == CBOR_INDEFINITE)
            return "a chunk of another kind";
        if (!take(in, head.argument, &chunk))
            return ENDS_EARLY;
    }
}

struct level {
    uint64_t pending;    /* items still to come from definite lengths */
    bool is_map, is_odd; /* of indefinite length: is a value missing? */
};

/* Any item: what surrounds a CRI may be more than a CRI can hold. Items of definite length are only counted, however
 * deeply they are nested; those of indefinite length need a level each. */
const char *cbor_skip(struct slice *in)
{
    struct level levels[CBOR_MAX_INDEFINITE + 1] = {{.pending = 1}}, *level = levels;

    while (level > levels || level->pending > 0) {
        struct cbor_head head;
        struct slice string;
        const char *error = cbor_read_head(in, &head);
        if (error)
            return error;
        if (head.major == CBOR_SIMPLE && head.info == CBOR_INDEFINITE) {
            if (level == levels || level->pending > 0 || level->is_odd)
                return "a break out of place";
            level--;
            continue;
        }
        if (level->pending > 0)
            level->pending--;
        else
            level->is_odd = level->is_map && !level->is_odd;

        bool is_indefinite = head.info == CBOR_INDEFINITE;
        switch (head.major) {
        case CBOR_UINT:
        case CBOR_NINT:
            if (is_indefinite)
                return "indefinite length where there is none";
            break;
        case CBOR_BYTES:
        case CBOR_TEXT:
            if (is_indefinite)
                error = skip_chunks(in, head.major);
            else if (!take(in, head.argument, &string))
                error = ENDS_EARLY;
            if (error)
                return error;
            break;
        case CBOR_ARRAY:
        case CBOR_MAP:
            if (is_indefinite) {
                if (level == levels + CBOR_MAX_INDEFINITE)
                    return "nested too deeply";
                *++level = (struct level){.is_map = head.major == CBOR_MAP};
                break;
            }
            /* An item has a byte at least. With this the sum cannot overflow. */
            if (head.argument > (head.major == CBOR_MAP ? in->size / 2 : in->size))
                return ENDS_EARLY;
            level->pending += head.major == CBOR_MAP ? 2 * head.argument : head.argument;
            break;
        case CBOR_TAG:
            if (is_indefinite)
                return "indefinite length where there is none";
            level->pending++;
            break;
        case CBOR_SIMPLE:
            if (head.info == 24 && head.argument < 32)
                return "a simple value in two bytes that has one";
            break;
        }
    }
    return NULL;
}

void put(struct writer *out, const void *bytes, size_t size)
{
    if (size > out->capacity - out->size) {
        out->overflow = true;
        return;
    }
    if (size > 0)
        memcpy(out->at + out->size, bytes, size);
    out->size += size;
}

void put_byte(struct writer *out, uint8_t byte)
{
    put(out, &byte, 1);
}

size_t head_size(uint64_t argument)
{
    return argument < 24 ? 1 : argument <= 0xff ? 2 : argument <= 0xffff ? 3 : argument <= 0xffffffff ? 5 : 9;
}

void put_head(struct writer *out, enum cbor_major major, uint64_t argument)
{
    size_t size = head_size(argument);
    uint8_t info = size == 1 ? (uint8_t)argument : size == 2 ? 24 : size == 3 ? 25 : size == 5 ? 26 : 27;
    put_byte(out, (uint8_t)(major << 5 | info));
    for (size_t left = size - 1; left > 0; left--)
        put_byte(out, (uint8_t)(argument >> 8 * (left - 1)));
}

size_t utf8_size(struct slice in)
{
    if (in.size == 0)
        return 0;
    uint8_t first = in.at[0];
    if (first < 0x80)
        return 1;
    /* What the second byte may be shuts out longer forms than needed, surrogates and all above U+10FFFF. */
    uint8_t low = 0x80, high = 0xbf;
    size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (first == 0xe0)
        low = 0xa0;
    else if (first == 0xed)
        high = 0x9f;
    else if (first == 0xf0)
        low = 0x90;
    else if (first == 0xf4)
        high = 0x8f;
    if (size == 0 || size > in.size || in.at[1] < low || in.at[1] > high)
        return 0;
    for (size_t i = 2; i < size; i++)
        if (in.at[i] >> 6 != 2)
            return 0;
    return size;
}
