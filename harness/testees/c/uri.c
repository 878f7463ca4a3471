/* CRIs to URIs (draft-ietf-core-href-13, section 6.1) and back. */
#include "cri.h"

#include <string.h>

enum component { USERINFO, HOST, ZONE, SEGMENT, QUERY, FRAGMENT };

static bool is_in(uint8_t c, const char *set)
{
    return c != 0 && strchr(set, c) != NULL;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_unreserved(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || is_in(c, "-._~");
}

/* What section 6.1 leaves as it is in this component; the rest is percent-encoded. */
static bool is_plain(uint8_t c, enum component component)
{
    if (is_unreserved(c))
        return true;
    switch (component) {
    case ZONE:
        return false;
    case USERINFO:
    case HOST:
        return is_in(c, "!$&'()*+,;=");
    case SEGMENT:
        return is_in(c, "!$&'()*+,;=:@");
    case QUERY:
        return is_in(c, "!$'()*+,;=:@/?");
    case FRAGMENT:
        return is_in(c, "!$&'()*+,;=:@/?");
    }
    return false;
}

/* ---- The registry ---- */

static const struct scheme {
    int32_t number;
    const char *name;
    int32_t default_port;
} SCHEMES[] = {
#define SCHEME(number, name, default_port) {number, name, default_port},
#include "schemes.h"
#undef SCHEME
};

enum { SCHEME_COUNT = sizeof SCHEMES / sizeof SCHEMES[0] };

/* ---- CRI to URI ---- */

static void put_string(struct writer *out, const char *string)
{
    put(out, string, strlen(string));
}

static void put_decimal(struct writer *out, uint32_t number)
{
    char digits[10];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    put(out, digits + at, sizeof digits - at);
}

static void put_escaped(struct writer *out, struct slice text, enum component component, bool is_text)
{
    static const char HEX[] = "0123456789ABCDEF";
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.at[i];
        if (is_text && is_plain(c, component)) {
            put_byte(out, c);
        } else {
            put_byte(out, '%');
            put_byte(out, (uint8_t)HEX[c >> 4]);
            put_byte(out, (uint8_t)HEX[c & 15]);
        }
    }
}

static void put_component(struct writer *out, const struct cri_texts *texts, const char *separator,
                          enum component component)
{
    struct slice items = texts->items, part;
    struct cri_parts parts;
    bool is_text;
    for (size_t i = 0; i < texts->count; i++) {
        if (i > 0)
            put_string(out, separator);
        cri_first_part(&items, &parts);
        while (cri_next_part(&items, &parts, &is_text, &part))
            put_escaped(out, part, component, is_text);
    }
}

/* RFC 5952, section 4; an IPv4 address at the end is not written in decimal. */
static void put_ipv6(struct writer *out, const uint8_t *address)
{
    unsigned groups[8], run = 8, run_size = 1;
    for (unsigned i = 0; i < 8; i++)
        groups[i] = (unsigned)address[2 * i] << 8 | address[2 * i + 1];
    for (unsigned i = 0; i < 8; i++) {
        unsigned size = 0;
        while (i + size < 8 && groups[i + size] == 0)
            size++;
        if (size > run_size) {
            run = i;
            run_size = size;
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        if (i == run) {
            put_string(out, "::");
            i += run_size - 1;
            continue;
        }
        if (i > 0 && i != run + run_size)
            put_byte(out, ':');
        bool is_started = false;
        for (int shift = 12; shift >= 0; shift -= 4) {
            unsigned digit = groups[i] >> shift & 15;
            is_started = is_started || digit > 0 || shift == 0;
            if (is_started)
                put_byte(out, (uint8_t)"0123456789abcdef"[digit]);
        }
    }
}

static void put_authority_text(struct writer *out, const struct cri *cri)
{
    put_string(out, "//");
    if (cri->userinfo.set) {
        put_component(out, &cri->userinfo, "", USERINFO);
        put_byte(out, '@');
    }
    if (cri->address.size == 4) {
        for (size_t i = 0; i < 4; i++) {
            if (i > 0)
                put_byte(out, '.');
            put_decimal(out, cri->address.at[i]);
        }
    } else if (cri->address.size == 16) {
        put_byte(out, '[');
        put_ipv6(out, cri->address.at);
        if (cri->has_zone) {
            put_string(out, "%25");
            put_escaped(out, cri->zone, ZONE, true);
        }
        put_byte(out, ']');
    } else {
        put_component(out, &cri->labels, ".", HOST);
    }
    if (cri->port >= 0) {
        put_byte(out, ':');
        put_decimal(out, (uint32_t)cri->port);
    }
}

/* What the first segment is, as far as it changes how a path is read. */
static void look_at_first(const struct cri_texts *path, bool *is_empty, bool *has_colon)
{
    struct slice items = path->items, part;
    struct cri_parts parts;
    bool is_text;
    *is_empty = path->count > 0;
    *has_colon = false;
    if (path->count == 0)
        return;
    cri_first_part(&items, &parts);
    while (cri_next_part(&items, &parts, &is_text, &part)) {
        *is_empty = *is_empty && part.size == 0;
        *has_colon = *has_colon || (is_text && part.size > 0 && memchr(part.at, ':', part.size));
    }
}

/* An error where what the path gives would be read as something else (section 6.1 and RFC 3986). */
static const char *put_path(struct writer *out, const struct cri *cri)
{
    bool is_rooted = cri->discard_all, starts_empty, starts_with_colon;
    look_at_first(&cri->path, &starts_empty, &starts_with_colon);
    if (cri->authority == CRI_ROOTLESS) {
        if (!cri_is_full(cri))
            return "a rootless path without a scheme reads as a relative one";
        is_rooted = false;
    } else if (!cri_is_full(cri) && cri->authority == CRI_ROOTED) {
        if (cri->discard_all) {
            if (cri->path.count == 0 || (starts_empty && cri->path.count > 1))
                return "the empty path and one that starts with two slashes read as something else";
        } else if (cri->discard == 0) {
            if (cri->path.set || (cri->query.set && cri->query.count == 0))
                return "no URI reference appends to the path or unsets the query of its base";
        } else {
            if (cri->path.count == 0)
                return "no URI reference drops segments and adds none";
            for (unsigned i = 1; i < cri->discard; i++)
                put_string(out, "../");
            if (cri->discard == 1 && (starts_empty || starts_with_colon))
                put_string(out, "./");
        }
    }
    if (is_rooted && cri->path.count > 0)
        put_byte(out, '/');
    put_component(out, &cri->path, "/", SEGMENT);
    return NULL;
}

const char *cri_to_uri(const struct cri *cri, struct writer *out)
{
    if (cri->scheme == CRI_SCHEME_ID) {
        size_t i = 0;
        while (i < SCHEME_COUNT && (uint64_t)(-1 - SCHEMES[i].number) != cri->scheme_id)
            i++;
        if (i == SCHEME_COUNT)
            return "nobody has registered the scheme number";
        put_string(out, SCHEMES[i].name);
    }
    put(out, cri->scheme_name.at, cri->scheme_name.size);
    if (cri_is_full(cri))
        put_byte(out, ':');
    if (cri->authority == CRI_AUTHORITY)
        put_authority_text(out, cri);
    CRI_TRY(put_path(out, cri));
    if (cri->query.count > 0) {
        put_byte(out, '?');
        put_component(out, &cri->query, "&", QUERY);
    }
    if (cri->fragment.set) {
        put_byte(out, '#');
        put_component(out, &cri->fragment, "", FRAGMENT);
    }
    return out->overflow ? "no room for the URI" : NULL;
}

/* ---- URI to CRI ---- */

static int hex_digit(uint8_t c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte of a percent-encoded triplet at the front, or -1. */
static int triplet(struct slice in)
{
    if (in.size < 3 || in.at[0] != '%' || hex_digit(in.at[1]) < 0 || hex_digit(in.at[2]) < 0)
        return -1;
    return hex_digit(in.at[1]) << 4 | hex_digit(in.at[2]);
}

static struct slice advance(struct slice in, size_t size)
{
    return (struct slice){in.at + size, in.size - size};
}

/* One character of text, or one byte that has to stay percent-encoded. */
struct piece {
    bool is_text;
    uint8_t bytes[4];
    size_t size;
    size_t consumed;
};

/* A device has no tables of Unicode. What these ranges hold may be in need of normalisation (C5, C9 to C11), so it is
 * refused; for the rest the naming authority vouches (section 3). */
static const char *check_character(const uint8_t *utf8, size_t size, enum component component)
{
    if (size != 2)
        return NULL;
    unsigned c = (utf8[0] & 31u) << 6 | (utf8[1] & 63u);
    if (c >= 0x300 && c <= 0x36f)
        return "a combining character, which may not be in Normalization Form C";
    bool is_upper = (c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3ab) || (c >= 0x400 && c <= 0x42f);
    return component == HOST && is_upper ? "a name with upper case outside ASCII" : NULL;
}

/* What is_plain is kept as a byte where it is escaped, but for the unreserved characters, as the escape may mean
 * something. Everything else that is escaped becomes text, as long as it is UTF-8: cri_to_uri escapes it again. */
static const char *next_piece(struct slice in, enum component component, struct piece *piece)
{
    if (in.at[0] != '%') {
        if (!is_plain(in.at[0], component))
            return "a character that has to be escaped";
        *piece = (struct piece){.is_text = true, .bytes = {in.at[0]}, .size = 1, .consumed = 1};
    } else {
        int byte = triplet(in);
        if (byte < 0)
            return "a stray percent sign";
        *piece = (struct piece){.bytes = {(uint8_t)byte}, .size = 1, .consumed = 3};
        for (struct slice rest = advance(in, 3); piece->size < 4 && triplet(rest) >= 0; rest = advance(rest, 3))
            piece->bytes[piece->size++] = (uint8_t)triplet(rest);
        size_t size = utf8_size((struct slice){piece->bytes, piece->size});
        piece->is_text = size > 0 && (is_unreserved((uint8_t)byte) || !is_plain((uint8_t)byte, component));
        piece->size = piece->is_text ? size : 1;
        piece->consumed = 3 * piece->size;
        if (piece->is_text)
            CRI_TRY(check_character(piece->bytes, piece->size, component));
    }
    if (component == HOST && piece->is_text && piece->bytes[0] >= 'A' && piece->bytes[0] <= 'Z')
        piece->bytes[0] |= 0x20;
    return NULL;
}

/* The pieces of one kind at the front. */
struct run {
    bool is_text;
    size_t size;
    size_t consumed;
};

static const char *next_run(struct slice in, enum component component, struct run *run)
{
    *run = (struct run){.is_text = true};
    while (run->consumed < in.size) {
        struct piece piece;
        CRI_TRY(next_piece(advance(in, run->consumed), component, &piece));
        if (run->size > 0 && piece.is_text != run->is_text)
            break;
        run->is_text = piece.is_text;
        run->size += piece.size;
        run->consumed += piece.consumed;
    }
    return NULL;
}

/* How many parts the text has, and how many bytes in the interchange form. */
static const char *measure(struct slice in, enum component component, size_t *parts, bool *has_pet, size_t *size)
{
    *parts = *size = 0;
    *has_pet = false;
    do {
        struct run run;
        CRI_TRY(next_run(in, component, &run));
        *parts += 1;
        *has_pet = *has_pet || !run.is_text;
        *size += head_size(run.size) + run.size;
        in = advance(in, run.consumed);
    } while (in.size > 0);
    if (*has_pet)
        *size += head_size(*parts);
    return NULL;
}

static const char *put_unescaped(struct writer *out, struct slice in, enum component component)
{
    size_t parts, size;
    bool has_pet;
    CRI_TRY(measure(in, component, &parts, &has_pet, &size));
    if (has_pet)
        put_head(out, CBOR_ARRAY, parts);
    for (; parts > 0; parts--) {
        struct run run;
        CRI_TRY(next_run(in, component, &run));
        put_head(out, run.is_text ? CBOR_TEXT : CBOR_BYTES, run.size);
        for (struct slice rest = {in.at, run.consumed}; rest.size > 0;) {
            struct piece piece;
            CRI_TRY(next_piece(rest, component, &piece));
            put(out, piece.bytes, piece.size);
            rest = advance(rest, piece.consumed);
        }
        in = advance(in, run.consumed);
    }
    return out->overflow ? "no room for the CRI" : NULL;
}

/* Cuts at the first character of the set, which stays behind; at the end where there is none. */
static struct slice cut(struct slice *in, const char *set)
{
    struct slice front = {in->at, 0};
    while (front.size < in->size && !is_in(in->at[front.size], set))
        front.size++;
    *in = advance(*in, front.size);
    return front;
}

static const char *parse_texts(struct slice in, char separator, enum component component, struct writer *scratch,
                               struct cri_texts *texts)
{
    const char set[] = {separator, 0};
    *texts = (struct cri_texts){.set = true, .items.at = scratch->at + scratch->size};
    for (;;) {
        CRI_TRY(put_unescaped(scratch, cut(&in, set), component));
        texts->count++;
        if (in.size == 0)
            break;
        in = advance(in, 1);
    }
    texts->items.size = (size_t)(scratch->at + scratch->size - texts->items.at);
    return NULL;
}

/* Up to three digits without leading zeros, at most 255; returns whether there is such a number. */
static bool parse_octet(struct slice *in, uint8_t *octet)
{
    unsigned value = 0;
    size_t size = 0;
    while (size < in->size && size < 3 && is_digit(in->at[size]))
        value = 10 * value + (unsigned)(in->at[size++] - '0');
    if (size == 0 || value > 255 || (size > 1 && in->at[0] == '0'))
        return false;
    *octet = (uint8_t)value;
    *in = advance(*in, size);
    return true;
}

static bool parse_ipv4(struct slice in, uint8_t address[4])
{
    for (size_t i = 0; i < 4; i++) {
        if (i > 0) {
            if (in.size == 0 || in.at[0] != '.')
                return false;
            in = advance(in, 1);
        }
        if (!parse_octet(&in, &address[i]))
            return false;
    }
    return in.size == 0;
}

static bool parse_ipv6(struct slice in, uint8_t address[16])
{
    size_t size = 0, gap = 17; /* in bytes; 17: there is none */
    if (in.size >= 2 && in.at[0] == ':' && in.at[1] == ':') {
        gap = 0;
        in = advance(in, 2);
    }
    while (in.size > 0) {
        struct slice rest = in, group = cut(&rest, ":");
        if (size <= 12 && rest.size == 0 && parse_ipv4(group, address + size)) {
            size += 4;
            break;
        }
        if (size > 14 || group.size == 0 || group.size > 4)
            return false;
        unsigned value = 0;
        for (size_t i = 0; i < group.size; i++) {
            if (hex_digit(group.at[i]) < 0)
                return false;
            value = value << 4 | (unsigned)hex_digit(group.at[i]);
        }
        address[size++] = (uint8_t)(value >> 8);
        address[size++] = (uint8_t)value;
        if (rest.size == 0)
            break;
        rest = advance(rest, 1);
        if (rest.size > 0 && rest.at[0] == ':') {
            if (gap != 17)
                return false;
            gap = size;
            rest = advance(rest, 1);
        } else if (rest.size == 0) {
            return false; /* a single colon at the end */
        }
        in = rest;
    }
    if (gap == 17)
        return size == 16;
    if (size > 14)
        return false; /* two colons stand for one group at least */
    memmove(address + 16 - (size - gap), address + gap, size - gap);
    memset(address + gap, 0, 16 - size);
    return true;
}

static const char *parse_host(struct slice host, struct writer *scratch, struct cri *cri)
{
    uint8_t address[16];
    bool is_ipv6 = host.size > 0 && host.at[0] == '[';
    if (is_ipv6) {
        struct slice rest = {host.at + 1, host.size - 2};
        struct slice text = cut(&rest, "%");
        if (!parse_ipv6(text, address))
            return "no IPv6 address";
        if (rest.size > 0) {
            if (rest.size < 4 || memcmp(rest.at, "%25", 3) != 0)
                return "no zone identifier";
            cri->has_zone = true;
            cri->zone = advance(rest, 3);
            for (size_t i = 0; i < cri->zone.size; i++)
                if (!is_unreserved(cri->zone.at[i]))
                    return "no zone identifier";
        }
    }
    if (is_ipv6 || parse_ipv4(host, address)) {
        cri->address = (struct slice){scratch->at + scratch->size, is_ipv6 ? 16 : 4};
        put(scratch, address, cri->address.size);
        return scratch->overflow ? "no room for the CRI" : NULL;
    }
    /* A dot is unreserved: escaped or not, it separates labels. */
    cri->labels = (struct cri_texts){.set = true, .items.at = scratch->at + scratch->size};
    for (bool is_last = false; !is_last;) {
        struct slice label = {host.at, 0};
        while (label.size < host.size && host.at[label.size] != '.' && triplet(advance(host, label.size)) != '.')
            label.size++;
        host = advance(host, label.size);
        is_last = host.size == 0;
        if (!is_last)
            host = advance(host, host.at[0] == '.' ? 1 : 3);
        CRI_TRY(put_unescaped(scratch, label, HOST));
        cri->labels.count++;
    }
    cri->labels.items.size = (size_t)(scratch->at + scratch->size - cri->labels.items.at);
    return NULL;
}

static const char *parse_authority(struct slice in, int32_t default_port, struct writer *scratch, struct cri *cri)
{
    cri->authority = CRI_AUTHORITY;
    struct slice rest = in, host = cut(&rest, "@");
    if (rest.size > 0) {
        CRI_TRY(parse_texts(host, 0, USERINFO, scratch, &cri->userinfo));
        rest = advance(rest, 1);
    } else {
        rest = in;
    }
    if (rest.size > 0 && rest.at[0] == '[') {
        host = cut(&rest, "]");
        if (rest.size == 0)
            return "a bracket that is not closed";
        host.size++;
        rest = advance(rest, 1);
    } else {
        host = cut(&rest, ":");
    }
    CRI_TRY(parse_host(host, scratch, cri));
    if (rest.size == 0)
        return NULL;
    /* C6: no empty port, no redundant zeros. */
    struct slice digits = advance(rest, 1);
    if (rest.at[0] != ':' || digits.size == 0 || digits.size > 5 || (digits.at[0] == '0' && digits.size > 1))
        return "no port";
    cri->port = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (!is_digit(digits.at[i]))
            return "no port";
        cri->port = 10 * cri->port + (digits.at[i] - '0');
    }
    if (cri->port > 65535)
        return "a port above 65535";
    if (cri->port == default_port)
        cri->port = -1;
    return NULL;
}

/* 1 for `.`, 2 for `..`, 0 for anything else. Dots are unreserved, so an escaped one is the same. */
static unsigned count_dots(struct slice segment)
{
    unsigned dots = 0;
    while (segment.size > 0) {
        bool is_escaped = triplet(segment) == '.';
        if ((segment.at[0] != '.' && !is_escaped) || ++dots > 2)
            return 0;
        segment = advance(segment, is_escaped ? 3 : 1);
    }
    return dots;
}

/* The segments without dot segments (RFC 3986, section 5.2.4). From the last to the first it takes no memory: two dots
 * take along the next segment to be met. The items are put together from the end of `scratch`. */
static const char *parse_path(struct slice in, bool is_rootless, struct writer *scratch, struct cri_texts *path,
                              size_t *steps_up)
{
    size_t taken = 0;
    const uint8_t *end = scratch->at + scratch->capacity;
    *path = (struct cri_texts){.set = true};
    for (bool is_last = true, is_first = false; !is_first; is_last = false) {
        size_t start = in.size;
        while (start > 0 && in.at[start - 1] != '/')
            start--;
        is_first = start == 0;
        struct slice segment = advance(in, start);
        in.size = is_first ? 0 : start - 1;
        unsigned dots = count_dots(segment);
        size_t parts, size;
        bool has_pet;
        /* What dot segments take along has to be a URI's, too. */
        CRI_TRY(measure(segment, SEGMENT, &parts, &has_pet, &size));
        if (dots == 2)
            taken++;
        if (dots > 0) {
            if (!is_last)
                continue;
            segment.size = 0; /* behind a dot segment at the end stays its slash */
            size = 1;
        } else if (taken > 0) {
            if (is_first && is_rootless)
                return "the first segment of a rootless path is taken away";
            taken--;
            continue;
        }
        if (size > scratch->capacity - scratch->size)
            return "no room for the CRI";
        scratch->capacity -= size;
        struct writer out = {.at = scratch->at + scratch->capacity, .capacity = size};
        CRI_TRY(put_unescaped(&out, segment, SEGMENT));
        path->count++;
    }
    path->items.at = scratch->at + scratch->capacity;
    path->items.size = (size_t)(end - path->items.at);
    *steps_up = taken;
    return NULL;
}

static const char *parse_scheme(struct slice name, struct writer *scratch, struct cri *cri, int32_t *default_port)
{
    cri->scheme_name = (struct slice){scratch->at + scratch->size, name.size};
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.at[i];
        if (c >= 'A' && c <= 'Z')
            c |= 0x20;
        if (!(c >= 'a' && c <= 'z') && (i == 0 || !(is_digit(c) || is_in(c, "+-."))))
            return "no scheme name in front of the colon";
        put_byte(scratch, c);
    }
    if (scratch->overflow)
        return "no room for the CRI";
    if (name.size == 0)
        return "no scheme name in front of the colon";
    cri->scheme = CRI_SCHEME_NAME;
    for (size_t i = 0; i < SCHEME_COUNT; i++) {
        if (strlen(SCHEMES[i].name) != name.size || memcmp(SCHEMES[i].name, cri->scheme_name.at, name.size) != 0)
            continue;
        cri->scheme = CRI_SCHEME_ID;
        cri->scheme_id = (uint64_t)(-1 - SCHEMES[i].number);
        cri->scheme_name.size = 0;
        *default_port = SCHEMES[i].default_port;
    }
    return NULL;
}

const char *cri_from_uri(struct slice uri, struct writer *scratch, struct cri *cri)
{
    int32_t default_port = -1;
    *cri = (struct cri){.port = -1, .discard_all = true};
    /* RFC 3986, appendix B. */
    struct slice rest = uri, scheme = cut(&rest, ":/?#");
    if (rest.size > 0 && rest.at[0] == ':') {
        CRI_TRY(parse_scheme(scheme, scratch, cri, &default_port));
        uri = advance(rest, 1);
    }
    if (uri.size >= 2 && uri.at[0] == '/' && uri.at[1] == '/') {
        uri = advance(uri, 2);
        CRI_TRY(parse_authority(cut(&uri, "/?#"), default_port, scratch, cri));
    }
    struct slice path = cut(&uri, "?#");
    bool is_relative = !cri_is_full(cri) && cri->authority == CRI_ROOTED;
    size_t steps_up = 0;
    /* At the front of a rootless path dot segments go together with their slashes. */
    while (cri_is_full(cri) && cri->authority == CRI_ROOTED) {
        struct slice behind = path;
        if (count_dots(cut(&behind, "/")) == 0)
            break;
        path = behind.size > 0 ? advance(behind, 1) : behind;
    }
    if (path.size > 0 && path.at[0] == '/') {
        CRI_TRY(parse_path(advance(path, 1), false, scratch, &cri->path, &steps_up));
    } else if (path.size == 0) {
        cri->path = (struct cri_texts){.set = cri_is_full(cri), .items.at = path.at};
        cri->discard_all = !is_relative;
    } else if (is_relative) {
        CRI_TRY(parse_path(path, false, scratch, &cri->path, &steps_up));
        if (steps_up > 126)
            return "more than 127 segments up";
        cri->discard_all = false;
        cri->discard = (uint8_t)(1 + steps_up);
    } else {
        /* Rootless: an authority would have ended at a slash. */
        cri->authority = CRI_ROOTLESS;
        CRI_TRY(parse_path(path, true, scratch, &cri->path, &steps_up));
    }
    if (uri.size > 0 && uri.at[0] == '?') {
        uri = advance(uri, 1);
        CRI_TRY(parse_texts(cut(&uri, "#"), '&', QUERY, scratch, &cri->query));
    }
    if (uri.size > 0)
        CRI_TRY(parse_texts(advance(uri, 1), 0, FRAGMENT, scratch, &cri->fragment));
    return cri_check(cri);
}
