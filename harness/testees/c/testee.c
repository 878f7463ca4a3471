/* The testee: reads requests of crivet's testee protocol, asks the library, writes answers.
 *
 * This is the file to take, with json.c. Replace what the functions `do_…` call by your library, and what DESCRIPTION
 * claims by what it can. */
#include "cri.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A device has less. The longest request of the corpus has some 150 thousand characters. */
enum { LINE = 1 << 20, BUFFER = LINE, MEMBERS = 8 };

static const char DESCRIPTION[] =
    "{\"name\":\"crivet-example-c\",\"version\":\"1\",\"language\":\"C\",\"protocol\":1,\"profiles\":[\"href-13\"],"
    "\"features\":[\"no-authority\",\"userinfo\",\"text-or-pet\"],\"operations\":[\"decode\",\"cri-to-uri\","
    "\"uri-to-cri\",\"resolve\",\"relativize\",\"equivalent\",\"scan\"]}";

static struct json_member members[MEMBERS];
static int member_count;

static uint8_t result_buffer[BUFFER], scratch_buffer[BUFFER];
static struct writer result, scratch;

static void stop(const char *reason)
{
    /* Standard error is free: crivet shows its end where the testee dies. */
    fprintf(stderr, "testee: %s\n", reason);
    exit(1);
}

static struct json_member *member(const char *name)
{
    for (int i = 0; i < member_count; i++)
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
    stop("a member is missing from the request");
    return NULL;
}

static struct slice text(const char *name)
{
    return (struct slice){(const uint8_t *)member(name)->text, member(name)->size};
}

static uint8_t hex_digit(char c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Lower-case hex, decoded in place: to be asked for once a request. */
static struct slice bytes(const char *name)
{
    struct json_member *found = member(name);
    uint8_t *out = (uint8_t *)found->text;
    for (size_t i = 0; i + 1 < found->size; i += 2)
        out[i / 2] = (uint8_t)(hex_digit(found->text[i]) << 4 | hex_digit(found->text[i + 1]));
    return (struct slice){out, found->size / 2};
}

static bool is_true(const char *name)
{
    return member(name)->size == 4 && memcmp(member(name)->text, "true", 4) == 0;
}

/* Each writes the members of `ok` to `answer`, or returns the reason to reject. */

static struct writer answer;
static uint8_t answer_buffer[2 * BUFFER + 256];

static void say(const char *string)
{
    put(&answer, string, strlen(string));
}

static void say_hex(const char *name)
{
    say("\"");
    say(name);
    say("\":\"");
    for (size_t i = 0; i < result.size; i++) {
        char digits[3];
        snprintf(digits, sizeof digits, "%02x", result.at[i]);
        say(digits);
    }
    say("\"");
}

static const char *say_cri(const char *name, const struct cri *cri)
{
    CRI_TRY(cri_write(cri, &result));
    say_hex(name);
    return NULL;
}

static const char *do_decode(void)
{
    struct cri cri;
    CRI_TRY(cri_read(bytes("cri"), &cri));
    say(cri_is_full(&cri) ? "\"full\":true," : "\"full\":false,");
    return say_cri("cri", &cri);
}

static const char *do_cri_to_uri(void)
{
    struct cri cri;
    CRI_TRY(cri_read(bytes("cri"), &cri));
    CRI_TRY(cri_to_uri(&cri, &result));
    /* A URI has no character that JSON would escape. */
    say("\"uri\":\"");
    put(&answer, result.at, result.size);
    say("\"");
    return NULL;
}

static const char *do_uri_to_cri(void)
{
    struct cri cri;
    CRI_TRY(cri_from_uri(text("uri"), &scratch, &cri));
    return say_cri("cri", &cri);
}

static const char *do_resolve(void)
{
    struct cri base, reference, resolved;
    CRI_TRY(cri_read(bytes("base"), &base));
    CRI_TRY(cri_read(bytes("reference"), &reference));
    CRI_TRY(cri_resolve(&base, &reference, &scratch, &resolved));
    return say_cri("cri", &resolved);
}

static const char *do_relativize(void)
{
    struct cri base, target, reference;
    CRI_TRY(cri_read(bytes("base"), &base));
    CRI_TRY(cri_read(bytes("target"), &target));
    CRI_TRY(cri_relativize(&base, &target, &reference));
    return say_cri("reference", &reference);
}

static const char *do_equivalent(void)
{
    struct cri a, b;
    bool equivalent;
    CRI_TRY(cri_read(bytes("a"), &a));
    CRI_TRY(cri_read(bytes("b"), &b));
    CRI_TRY(cri_equivalent(&a, &b, is_true("ignore-fragment"), &equivalent));
    say(equivalent ? "\"equivalent\":true" : "\"equivalent\":false");
    return NULL;
}

/* What is no CRI is skipped as a whole, and its neighbours are looked at (section 5.2.1). */
static const char *do_scan(void)
{
    struct slice in = bytes("sequence");
    struct cbor_head head;
    CRI_TRY(cbor_read_head(&in, &head));
    if (head.major != CBOR_ARRAY || head.info == CBOR_INDEFINITE)
        return "expected an array of definite length";
    say("\"items\":[");
    for (uint64_t i = 0; i < head.argument; i++) {
        struct slice item = in;
        struct cri cri;
        CRI_TRY(cbor_skip(&in));
        item.size -= in.size;
        say(i > 0 ? "," : "");
        say(cri_read(item, &cri) == NULL ? "\"processable\"" : "\"unprocessable\"");
    }
    say("]");
    return in.size > 0 ? "bytes behind the sequence" : NULL;
}

static const char *do_describe(void)
{
    /* Without the braces, which every answer has. */
    put(&answer, DESCRIPTION + 1, sizeof DESCRIPTION - 3);
    return NULL;
}

static const struct {
    const char *name;
    const char *(*perform)(void);
} OPERATIONS[] = {
    {"describe", do_describe},     {"decode", do_decode},   {"cri-to-uri", do_cri_to_uri},
    {"uri-to-cri", do_uri_to_cri}, {"resolve", do_resolve}, {"relativize", do_relativize},
    {"equivalent", do_equivalent}, {"scan", do_scan},
};

static void answer_line(char *line, size_t size)
{
    member_count = json_read(line, size, members, MEMBERS);
    if (member_count < 0)
        stop("the request is no flat object of JSON");
    struct slice id = text("id");
    const char *operation = member("op")->text;
    answer = (struct writer){.at = answer_buffer, .capacity = sizeof answer_buffer};
    result = (struct writer){.at = result_buffer, .capacity = sizeof result_buffer};
    scratch = (struct writer){.at = scratch_buffer, .capacity = sizeof scratch_buffer};

    printf("{\"id\":%.*s,", (int)id.size, (const char *)id.at);
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof OPERATIONS[0]; i++) {
        if (strcmp(OPERATIONS[i].name, operation) != 0)
            continue;
        const char *reason = OPERATIONS[i].perform();
        if (reason)
            printf("\"reject\":\"%s\"}\n", reason);
        else if (answer.overflow)
            stop("no room for the answer");
        else
            printf("\"ok\":{%.*s}}\n", (int)answer.size, (const char *)answer.at);
        return;
    }
    printf("\"unsupported\":\"no such operation\"}\n");
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin)) {
        size_t size = strlen(line);
        if (size == sizeof line - 1 && line[size - 1] != '\n')
            stop("a request that is too long");
        answer_line(line, size);
        fflush(stdout);
    }
    return 0;
}
