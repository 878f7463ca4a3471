#include "json.h"

#include <stdint.h>
#include <string.h>

static const char SPACE[] = " \t\r\n";

struct reader {
    char *at, *end;
};

static bool is_next(struct reader *in, char c)
{
    while (in->at < in->end && *in->at && strchr(SPACE, *in->at))
        in->at++;
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

static bool read_unit(struct reader *in, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, in->at++) {
        if (in->at == in->end)
            return false;
        static const char HEX[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = *in->at ? strchr(HEX, *in->at) : NULL;
        if (!digit)
            return false;
        *unit = *unit << 4 | (uint32_t)((digit - HEX) % 16);
    }
    return true;
}

static char *put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char FIRST[] = {0, 0xc0, 0xe0, 0xf0};
    *out++ = (char)(FIRST[more] | c >> 6 * more);
    while (more-- > 0)
        *out++ = (char)(0x80 | (c >> 6 * more & 63));
    return out;
}

/* Behind the first quote. What has no escapes is never longer, so it is written over what has. */
static bool read_string(struct reader *in, const char **text, size_t *size)
{
    char *out = in->at;
    *text = out;
    while (in->at < in->end) {
        char c = *in->at++;
        if (c == '"') {
            *size = (size_t)(out - *text);
            *out = 0;
            return true;
        }
        if (c != '\\') {
            *out++ = c;
            continue;
        }
        if (in->at == in->end)
            return false;
        static const char ESCAPES[] = "\"\\/bfnrt", MEANT[] = "\"\\/\b\f\n\r\t";
        c = *in->at++;
        const char *escape = c ? strchr(ESCAPES, c) : NULL;
        if (escape) {
            *out++ = MEANT[escape - ESCAPES];
            continue;
        }
        uint32_t unit, low;
        if (c != 'u' || !read_unit(in, &unit))
            return false;
        if (unit >= 0xd800 && unit < 0xdc00) {
            if (in->end - in->at < 6 || *in->at++ != '\\' || *in->at++ != 'u' || !read_unit(in, &low))
                return false;
            unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        }
        out = put_utf8(out, unit);
    }
    return false;
}

int json_read(char *line, size_t size, struct json_member *members, int capacity)
{
    struct reader in = {line, line + size};
    int count = 0;
    if (!is_next(&in, '{'))
        return -1;
    if (is_next(&in, '}'))
        return 0;
    do {
        size_t name_size;
        if (count == capacity || !is_next(&in, '"'))
            return -1;
        struct json_member *member = &members[count++];
        if (!read_string(&in, &member->name, &name_size) || !is_next(&in, ':'))
            return -1;
        if (is_next(&in, '"')) {
            if (!read_string(&in, &member->text, &member->size))
                return -1;
        } else {
            member->text = in.at;
            while (in.at < in.end && !strchr(",} \t\r\n", *in.at))
                in.at++;
            member->size = (size_t)(in.at - member->text);
        }
    } while (is_next(&in, ','));
    return is_next(&in, '}') ? count : -1;
}
