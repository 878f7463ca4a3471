/* The testee on a device: reads requests of crivet's testee protocol in CBOR frames, asks the library, writes answers.
 *
 * This is the file to take for firmware, with cbor.c, and a port of your own (port.h). Replace what the functions `do_…`
 * call by your library, and what do_describe claims by what it can. Nothing is allocated. */
#include "cri.h"
#include "port.h"

#include <string.h>

/* The longest request. A URI may have three times the bytes of its CRI. The corpus has requests of 66000 bytes, which a
 * device has no room for: they are skipped. */
enum { REQUEST = 4096, RESULT = 3 * REQUEST + 256, SCRATCH = 2 * REQUEST + 16, FRAME = REQUEST + 8 + REQUEST / 254 + 2 };

enum { HREF_13 = 0 };

/* Members by their keys, as testee.cddl has them. */
enum member {
    CRI, URI, BASE, REFERENCE, TARGET, A, B, IGNORE_FRAGMENT, FULL, EQUIVALENT, IRI, SEQUENCE, ITEMS, ARGUMENTS,
    NAME = 40, PROTOCOL, PROFILES, OPERATIONS, FEATURES, VERSION, LANGUAGE, MAX_REQUEST, WINDOW, STATS
};

/* ---- Answers ---- */

static uint8_t result_buffer[RESULT], scratch_buffer[SCRATCH], answer_buffer[RESULT + 64];
static struct writer result, scratch, answer;

static void say_uint(uint64_t number)
{
    put_head(&answer, CBOR_UINT, number);
}

static void say_bool(bool value)
{
    put_byte(&answer, (uint8_t)(CBOR_SIMPLE << 5 | (value ? CBOR_TRUE : CBOR_FALSE)));
}

static void say_string(enum cbor_major major, const void *at, size_t size)
{
    put_head(&answer, major, size);
    put(&answer, at, size);
}

static void say_text(const char *text)
{
    say_string(CBOR_TEXT, text, strlen(text));
}

static void say_members(size_t count)
{
    put_head(&answer, CBOR_MAP, count);
}

static const char *say_cri(enum member key, const struct cri *cri)
{
    CRI_TRY(cri_write(cri, &result));
    say_uint(key);
    say_string(CBOR_BYTES, result.at, result.size);
    return NULL;
}

/* ---- Operations: each writes the members of `ok`, or returns the reason to reject ---- */

static struct slice arguments[ARGUMENTS]; /* strings by their keys; a Boolean has no bytes and its value as size */

static const char *do_describe(void)
{
    static const uint8_t operations[] = {1, 2, 3, 4, 5, 6, 9}, features[] = {0, 1, 2};
    say_members(10);
    say_uint(NAME), say_text("crivet-example-device");
    say_uint(PROTOCOL), say_uint(1);
    say_uint(PROFILES), put_head(&answer, CBOR_ARRAY, 1), say_uint(HREF_13);
    say_uint(OPERATIONS), put_head(&answer, CBOR_ARRAY, sizeof operations), put(&answer, operations, sizeof operations);
    say_uint(FEATURES), put_head(&answer, CBOR_ARRAY, sizeof features), put(&answer, features, sizeof features);
    say_uint(VERSION), say_text("1");
    say_uint(LANGUAGE), say_text("C");
    say_uint(MAX_REQUEST), say_uint(REQUEST);
    say_uint(WINDOW), say_uint(1);
    say_uint(STATS), say_bool(true);
    return NULL;
}

static const char *do_decode(void)
{
    struct cri cri;
    CRI_TRY(cri_read(arguments[CRI], &cri));
    say_members(2);
    CRI_TRY(say_cri(CRI, &cri));
    say_uint(FULL), say_bool(cri_is_full(&cri));
    return NULL;
}

static const char *do_cri_to_uri(void)
{
    struct cri cri;
    CRI_TRY(cri_read(arguments[CRI], &cri));
    CRI_TRY(cri_to_uri(&cri, &result));
    say_members(1);
    say_uint(URI), say_string(CBOR_TEXT, result.at, result.size);
    return NULL;
}

static const char *do_uri_to_cri(void)
{
    struct cri cri;
    CRI_TRY(cri_from_uri(arguments[URI], &scratch, &cri));
    say_members(1);
    return say_cri(CRI, &cri);
}

static const char *do_resolve(void)
{
    struct cri base, reference, resolved;
    CRI_TRY(cri_read(arguments[BASE], &base));
    CRI_TRY(cri_read(arguments[REFERENCE], &reference));
    CRI_TRY(cri_resolve(&base, &reference, &scratch, &resolved));
    say_members(1);
    return say_cri(CRI, &resolved);
}

static const char *do_relativize(void)
{
    struct cri base, target, reference;
    CRI_TRY(cri_read(arguments[BASE], &base));
    CRI_TRY(cri_read(arguments[TARGET], &target));
    CRI_TRY(cri_relativize(&base, &target, &reference));
    say_members(1);
    return say_cri(REFERENCE, &reference);
}

static const char *do_equivalent(void)
{
    struct cri a, b;
    bool equivalent;
    CRI_TRY(cri_read(arguments[A], &a));
    CRI_TRY(cri_read(arguments[B], &b));
    CRI_TRY(cri_equivalent(&a, &b, arguments[IGNORE_FRAGMENT].size != 0, &equivalent));
    say_members(1);
    say_uint(EQUIVALENT), say_bool(equivalent);
    return NULL;
}

/* What is no CRI is skipped as a whole, and its neighbours are looked at (section 5.2.1). */
static const char *do_scan(void)
{
    struct slice in = arguments[SEQUENCE];
    struct cbor_head head;
    CRI_TRY(cbor_read_head(&in, &head));
    if (head.major != CBOR_ARRAY || head.info == CBOR_INDEFINITE)
        return "expected an array of definite length";
    say_members(1);
    say_uint(ITEMS), put_head(&answer, CBOR_ARRAY, head.argument);
    for (uint64_t i = 0; i < head.argument; i++) {
        struct slice item = in;
        struct cri cri;
        CRI_TRY(cbor_skip(&in));
        item.size -= in.size;
        say_bool(cri_read(item, &cri) == NULL);
    }
    return in.size > 0 ? "bytes behind the sequence" : NULL;
}

static const char *(*const PERFORM[])(void) = {
    do_describe, do_decode,     do_cri_to_uri, do_uri_to_cri, do_resolve, do_relativize,
    do_equivalent, NULL,        NULL,          do_scan,
};

/* ---- Requests ---- */

/* request = [id, 0, protocol] / [id, operation, profile, {* key => value}] */
static bool read_request(struct slice in, uint64_t *id, uint64_t *operation, uint64_t *profile)
{
    struct cbor_head head;
    uint64_t *numbers[] = {id, operation, profile};
    if (cbor_read_head(&in, &head) || head.major != CBOR_ARRAY || head.argument < 3)
        return false;
    bool has_arguments = head.argument > 3;
    for (size_t i = 0; i < 3; i++) {
        if (cbor_read_head(&in, &head) || head.major != CBOR_UINT)
            return false;
        *numbers[i] = head.argument;
    }
    memset(arguments, 0, sizeof arguments);
    if (!has_arguments)
        return true;
    if (cbor_read_head(&in, &head) || head.major != CBOR_MAP)
        return false;
    for (uint64_t left = head.argument; left > 0; left--) {
        struct cbor_head key, value;
        struct slice item = in, ignored;
        if (cbor_read_head(&in, &key) || key.major != CBOR_UINT)
            return false;
        struct slice *argument = key.argument < ARGUMENTS ? &arguments[key.argument] : &ignored;
        item = in;
        if (cbor_read_head(&item, &value))
            return false;
        if (value.major == CBOR_BYTES || value.major == CBOR_TEXT) {
            if (cbor_read_string(&item, value.argument, argument))
                return false;
        } else {
            *argument = (struct slice){.size = value.argument == CBOR_TRUE};
        }
        if (cbor_skip(&in))
            return false;
    }
    return true;
}

/* ---- Frames: 00 COBS(length, message, CRC-32) 00, numbers of four bytes, the most significant first ---- */

static uint32_t crc32(uint32_t crc, const uint8_t *at, size_t size)
{
    for (crc = ~crc; size > 0; size--) {
        crc ^= *at++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* COBS: bytes are held back until the next zero is known, at most 254. */
static struct {
    uint8_t bytes[255];
    size_t size;
} held;

static void flush_held(void)
{
    held.bytes[0] = (uint8_t)(held.size + 1);
    port_write(held.bytes, held.size + 1);
    held.size = 0;
}

static void stuff(const uint8_t *at, size_t size)
{
    for (; size > 0; size--, at++) {
        if (*at)
            held.bytes[++held.size] = *at;
        if (!*at || held.size == 254)
            flush_held();
    }
}

static void big_endian(uint8_t bytes[4], uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_frame(const uint8_t *message, size_t size)
{
    uint8_t length[4], crc[4];
    big_endian(length, (uint32_t)size);
    big_endian(crc, crc32(crc32(0, length, 4), message, size));
    port_write((const uint8_t *)"", 1);
    stuff(length, 4);
    stuff(message, size);
    stuff(crc, 4);
    flush_held();
    port_write((const uint8_t *)"", 1);
    port_flush();
}

/* Undoes the stuffing in place. False where this is no frame. */
static bool read_frame(uint8_t *frame, size_t size, struct slice *message)
{
    size_t out = 0, in = 0;
    while (in < size) {
        size_t run = frame[in++];
        if (run - 1 > size - in)
            return false;
        memmove(frame + out, frame + in, run - 1);
        out += run - 1;
        in += run - 1;
        if (run < 255 && in < size)
            frame[out++] = 0;
    }
    if (out < 8)
        return false;
    uint8_t length[4], crc[4];
    big_endian(length, (uint32_t)(out - 8));
    big_endian(crc, crc32(0, frame, out - 4));
    *message = (struct slice){frame + 4, out - 8};
    return memcmp(frame, length, 4) == 0 && memcmp(frame + out - 4, crc, 4) == 0;
}

/* ---- The loop ---- */

enum { OK, REJECT, UNSUPPORTED };

/* answer = [id, 0, {…}, costs] / [id, 1 or 2, reason, costs] */
static void answer_request(struct slice request)
{
    uint64_t id, operation, profile;
    answer = (struct writer){.at = answer_buffer, .capacity = sizeof answer_buffer};
    result = (struct writer){.at = result_buffer, .capacity = sizeof result_buffer};
    scratch = (struct writer){.at = scratch_buffer, .capacity = sizeof scratch_buffer};
    if (!read_request(request, &id, &operation, &profile))
        return;
    const char *(*perform)(void) = NULL;
    if (operation < sizeof PERFORM / sizeof PERFORM[0] && (operation == 0 || profile == HREF_13))
        perform = PERFORM[operation];

    put_head(&answer, CBOR_ARRAY, 4);
    say_uint(id);
    size_t start = answer.size;
    say_uint(OK);
    struct port_cost cost = {0};
    port_measure_start();
    const char *reason = perform ? perform() : NULL;
    port_measure_end(&cost);
    if (!perform || reason || answer.overflow) {
        bool rejects = perform && reason;
        answer.size = start;
        answer.overflow = false;
        say_uint(rejects ? REJECT : UNSUPPORTED);
        say_text(rejects ? reason : perform ? "no room for the answer" : "no such operation");
    }
    say_members(cost.stack ? 2 : 1);
    say_uint(cost.is_time ? 1 : 0), say_uint(cost.cycles);
    if (cost.stack)
        say_uint(2), say_uint(cost.stack);
    write_frame(answer.at, answer.size);
}

int main(void)
{
    static uint8_t frame[FRAME];
    /* [null, 2, ""]: a request came that could not be read. It is sent again then. */
    static const uint8_t again[] = {0x83, 0xf6, 0x02, 0x60};
    size_t size = 0;
    port_start();
    for (;;) {
        int byte = port_read();
        if (byte < 0)
            return 0;
        if (byte > 0) {
            /* What is too long is no frame, whatever it holds. */
            if (size < sizeof frame)
                frame[size] = (uint8_t)byte;
            size++;
            continue;
        }
        struct slice message;
        if (size > 0 && size <= sizeof frame && read_frame(frame, size, &message))
            answer_request(message);
        else if (size > 0)
            write_frame(again, sizeof again);
        size = 0;
    }
}
