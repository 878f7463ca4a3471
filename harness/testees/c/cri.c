#include "cri.h"

#include <string.h>

static const char OVERFLOW[] = "no room for the result";

static bool is_unreserved(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c != 0 && strchr("-._~", c));
}

/* ---- Texts ---- */

static const char *read_text(struct slice *in, uint64_t size, struct slice *text)
{
    CRI_TRY(cbor_read_string(in, size, text));
    for (struct slice rest = *text; rest.size > 0;) {
        size_t bytes = utf8_size(rest);
        if (bytes == 0)
            return "a text that is not UTF-8";
        rest.at += bytes;
        rest.size -= bytes;
    }
    return NULL;
}

static const char *read_pet(struct slice *in, uint64_t size)
{
    struct slice bytes;
    CRI_TRY(cbor_read_string(in, size, &bytes));
    for (; bytes.size > 0; bytes.at++, bytes.size--)
        if (is_unreserved(bytes.at[0]) || utf8_size(bytes) > 1)
            return "bytes that could stand as text";
    return NULL;
}

/* A text, or a sequence of alternating, non-empty texts and bytes, bytes among them (section 7.1). */
static const char *read_text_or_pet(struct slice *in)
{
    struct cbor_head head;
    struct slice text;
    CRI_TRY(cbor_read_head(in, &head));
    if (head.info == CBOR_INDEFINITE)
        return "an indefinite length";
    if (head.major == CBOR_TEXT)
        return read_text(in, head.argument, &text);
    if (head.major != CBOR_ARRAY)
        return "expected a text";
    enum cbor_major last = CBOR_ARRAY;
    bool has_pet = false;
    for (uint64_t left = head.argument; left > 0; left--) {
        CRI_TRY(cbor_read_head(in, &head));
        if ((head.major != CBOR_TEXT && head.major != CBOR_BYTES) || head.info == CBOR_INDEFINITE)
            return "expected texts and bytes";
        if (head.major == last || head.argument == 0)
            return "texts and bytes have to alternate, none of them empty";
        CRI_TRY(head.major == CBOR_TEXT ? read_text(in, head.argument, &text) : read_pet(in, head.argument));
        has_pet = has_pet || head.major == CBOR_BYTES;
        last = head.major;
    }
    return has_pet ? NULL : "no bytes in a text-pet-sequence";
}

static const char *read_texts(struct slice *in, uint64_t count, struct cri_texts *texts)
{
    *texts = (struct cri_texts){.set = true, .items.at = in->at};
    /* The count is what the input claims; one that is too large meets the end of the input. */
    for (; count > 0; count--, texts->count++)
        CRI_TRY(read_text_or_pet(in));
    texts->items.size = (size_t)(in->at - texts->items.at);
    return NULL;
}

/* What cri_read has checked is read without looking at errors again. */
static struct cbor_head checked_head(struct slice *items)
{
    struct cbor_head head = {0};
    (void)cbor_read_head(items, &head);
    return head;
}

void cri_first_part(struct slice *items, struct cri_parts *parts)
{
    struct slice rest = *items;
    struct cbor_head head = checked_head(&rest);
    parts->left = 1;
    if (head.major == CBOR_ARRAY) {
        parts->left = head.argument;
        *items = rest;
    }
}

bool cri_next_part(struct slice *items, struct cri_parts *parts, bool *is_text, struct slice *part)
{
    if (parts->left == 0)
        return false;
    parts->left--;
    struct cbor_head head = checked_head(items);
    *is_text = head.major == CBOR_TEXT;
    return cbor_read_string(items, head.argument, part) == NULL;
}

static void skip_text(struct slice *items)
{
    struct cri_parts parts;
    struct slice part;
    bool is_text;
    cri_first_part(items, &parts);
    while (cri_next_part(items, &parts, &is_text, &part))
        ;
}

/* Compares the texts at the front of both, and moves both on. The heads may differ in length, so bytes do not do. */
static bool same_text(struct slice *a, struct slice *b)
{
    struct cri_parts a_parts, b_parts;
    struct slice a_part, b_part;
    bool a_is_text = false, b_is_text = false, same = true;
    cri_first_part(a, &a_parts);
    cri_first_part(b, &b_parts);
    for (;;) {
        bool a_more = cri_next_part(a, &a_parts, &a_is_text, &a_part);
        bool b_more = cri_next_part(b, &b_parts, &b_is_text, &b_part);
        if (!a_more && !b_more)
            return same;
        same = same && a_more && b_more && a_is_text == b_is_text && a_part.size == b_part.size &&
               memcmp(a_part.at, b_part.at, a_part.size) == 0;
    }
}

static size_t common_texts(const struct cri_texts *a, const struct cri_texts *b)
{
    struct slice a_items = a->items, b_items = b->items;
    size_t common = 0;
    while (common < a->count && common < b->count && same_text(&a_items, &b_items))
        common++;
    return common;
}

static bool same_texts(const struct cri_texts *a, const struct cri_texts *b)
{
    return a->set == b->set && a->count == b->count && common_texts(a, b) == a->count;
}

static bool same_slice(const struct slice *a, const struct slice *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->at, b->at, a->size) == 0);
}

static struct cri_texts first_texts(const struct cri_texts *texts, size_t count)
{
    struct slice rest = texts->items;
    for (size_t i = 0; i < count; i++)
        skip_text(&rest);
    return (struct cri_texts){true, count, {texts->items.at, texts->items.size - rest.size}};
}

static struct cri_texts texts_after(const struct cri_texts *texts, size_t count)
{
    size_t size = first_texts(texts, count).items.size;
    return (struct cri_texts){true, texts->count - count, {texts->items.at + size, texts->items.size - size}};
}

/* ---- Reading ---- */

static const char *read_scheme_name(struct slice *in, uint64_t size, struct slice *name)
{
    CRI_TRY(cbor_read_string(in, size, name));
    for (size_t i = 0; i < name->size; i++) {
        uint8_t c = name->at[i];
        bool is_letter = c >= 'a' && c <= 'z';
        if (!is_letter && (i == 0 || !((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.')))
            return "no scheme name";
    }
    return name->size > 0 ? NULL : "no scheme name";
}

/* authority = [?userinfo, host, ?port] */
static const char *read_authority(struct slice *in, struct cri *cri)
{
    if (cbor_next_is(in, CBOR_NULL) || cbor_next_is(in, CBOR_TRUE)) {
        cri->authority = cbor_next_is(in, CBOR_TRUE) ? CRI_ROOTLESS : CRI_ROOTED;
        in->at++, in->size--;
        return NULL;
    }
    struct cbor_head head;
    CRI_TRY(cbor_read_head(in, &head));
    if (head.major != CBOR_ARRAY || head.info == CBOR_INDEFINITE)
        return "expected an authority";
    uint64_t left = head.argument;
    cri->authority = CRI_AUTHORITY;
    cri->labels.set = true;
    cri->labels.items.at = in->at;
    if (left > 0 && cbor_next_is(in, CBOR_FALSE)) {
        if (left < 2)
            return "the user information is missing";
        in->at++, in->size--;
        CRI_TRY(read_texts(in, 1, &cri->userinfo));
        cri->labels.items.at = in->at;
        left -= 2;
    }
    for (bool is_first = true; left > 0; left--, is_first = false) {
        struct slice item = *in;
        CRI_TRY(cbor_read_head(&item, &head));
        if (head.info == CBOR_INDEFINITE)
            return "an indefinite length";
        if (head.major == CBOR_UINT) {
            if (left > 1 || head.argument > 65535)
                return left > 1 ? "an item behind the port" : "a port above 65535";
            cri->port = (int32_t)head.argument;
            *in = item;
        } else if (head.major == CBOR_BYTES) {
            if (!is_first || (head.argument != 4 && head.argument != 16))
                return "bytes that are no address";
            CRI_TRY(cbor_read_string(&item, head.argument, &cri->address));
            *in = item;
        } else if (cri->address.size > 0) {
            if (head.major != CBOR_TEXT || cri->address.size != 16 || cri->has_zone)
                return "an item behind the address";
            CRI_TRY(read_text(&item, head.argument, &cri->zone));
            cri->has_zone = true;
            *in = item;
        } else {
            CRI_TRY(read_text_or_pet(in));
            cri->labels.count++;
            cri->labels.items.size = (size_t)(in->at - cri->labels.items.at);
        }
    }
    return NULL;
}

/* path, query: an array of texts or null; fragment: one text or null. */
static const char *read_section(struct slice *in, bool is_array, struct cri_texts *texts)
{
    if (cbor_next_is(in, CBOR_NULL)) {
        in->at++, in->size--;
        return NULL;
    }
    if (!is_array)
        return read_texts(in, 1, texts);
    struct cbor_head head;
    CRI_TRY(cbor_read_head(in, &head));
    if (head.major != CBOR_ARRAY || head.info == CBOR_INDEFINITE)
        return "expected an array of texts";
    return read_texts(in, head.argument, texts);
}

const char *cri_read(struct slice in, struct cri *cri)
{
    struct cbor_head head;
    *cri = (struct cri){.port = -1};
    CRI_TRY(cbor_read_head(&in, &head));
    if (head.major != CBOR_ARRAY || head.info == CBOR_INDEFINITE)
        return "expected an array";
    uint64_t left = head.argument;
    bool ends_in_null = false;
    if (left > 0) {
        left--;
        CRI_TRY(cbor_read_head(&in, &head));
        bool is_null = head.major == CBOR_SIMPLE && head.info == CBOR_NULL;
        bool is_true = head.major == CBOR_SIMPLE && head.info == CBOR_TRUE;
        if (head.info == CBOR_INDEFINITE)
            return "an indefinite length";
        if (is_true || head.major == CBOR_UINT) {
            if (!is_true && head.argument > 127)
                return "a discard above 127";
            cri->discard_all = is_true;
            cri->discard = is_true ? 0 : (uint8_t)head.argument;
        } else if (is_null || head.major == CBOR_NINT || head.major == CBOR_TEXT) {
            cri->discard_all = true;
            if (head.major == CBOR_NINT) {
                cri->scheme = CRI_SCHEME_ID;
                cri->scheme_id = head.argument;
            } else if (head.major == CBOR_TEXT) {
                cri->scheme = CRI_SCHEME_NAME;
                CRI_TRY(read_scheme_name(&in, head.argument, &cri->scheme_name));
            }
            if (left > 0) {
                left--;
                ends_in_null = cbor_next_is(&in, CBOR_NULL);
                CRI_TRY(read_authority(&in, cri));
            }
            if (is_null && cri->authority == CRI_ROOTED)
                return "two leading nulls, where there is discard";
        } else {
            return "expected a scheme, null or discard";
        }
    }
    if (left > 3)
        return "too many sections";
    struct cri_texts *sections[] = {&cri->path, &cri->query, &cri->fragment};
    for (size_t i = 0; i < left; i++) {
        ends_in_null = cbor_next_is(&in, CBOR_NULL);
        CRI_TRY(read_section(&in, i < 2, sections[i]));
    }
    if (ends_in_null)
        return "a trailing null";
    if (in.size > 0)
        return "bytes behind the CRI";
    if (cri_is_full(cri)) {
        if (cri->query.set && cri->query.count == 0)
            return "an empty query in what starts with a scheme";
        if (!cri->path.set)
            cri->path = (struct cri_texts){.set = true, .items.at = in.at};
    }
    return cri_check(cri);
}

/* ---- Constraints ---- */

/* Is the text at the front one of these, nothing in it percent-encoded? Moves on. */
static bool is_one_of(struct slice *items, const char *first, const char *second)
{
    struct cri_parts parts;
    struct slice part;
    bool is_text = false, found = false;
    cri_first_part(items, &parts);
    for (size_t i = 0; cri_next_part(items, &parts, &is_text, &part); i++)
        found = i == 0 && parts.left == 0 && is_text &&
                ((part.size == strlen(first) && memcmp(part.at, first, part.size) == 0) ||
                 (part.size == strlen(second) && memcmp(part.at, second, part.size) == 0));
    return found;
}

const char *cri_check(const struct cri *cri)
{
    struct slice items = cri->labels.items;
    for (size_t i = 0; i < cri->labels.count; i++) {
        struct cri_parts parts;
        struct slice part;
        bool is_text;
        cri_first_part(&items, &parts);
        while (cri_next_part(&items, &parts, &is_text, &part))
            if (is_text && part.size > 0 && memchr(part.at, '.', part.size))
                return "a dot inside a label";
    }
    items = cri->path.items;
    for (size_t i = 0; i < cri->path.count; i++)
        if (is_one_of(&items, ".", ".."))
            return "a dot segment";
    if (!cri_is_full(cri))
        return NULL;
    items = cri->path.items;
    bool starts_empty = cri->path.count > 0 && is_one_of(&items, "", "");
    if (cri->authority == CRI_ROOTED && starts_empty && cri->path.count > 1)
        return "an empty first segment without authority";
    if (cri->authority == CRI_ROOTLESS && (starts_empty || cri->path.count == 0))
        return "a rootless path without a first segment";
    return NULL;
}

/* ---- Writing ---- */

static void put_text(struct writer *out, struct slice *items)
{
    struct slice rest = *items, part;
    struct cbor_head head = checked_head(&rest);
    struct cri_parts parts;
    bool is_text;
    if (head.major == CBOR_ARRAY)
        put_head(out, CBOR_ARRAY, head.argument);
    cri_first_part(items, &parts);
    while (cri_next_part(items, &parts, &is_text, &part)) {
        put_head(out, is_text ? CBOR_TEXT : CBOR_BYTES, part.size);
        put(out, part.at, part.size);
    }
}

static void put_texts(struct writer *out, const struct cri_texts *texts)
{
    struct slice items = texts->items;
    for (size_t i = 0; i < texts->count; i++)
        put_text(out, &items);
}

static void put_section(struct writer *out, const struct cri_texts *texts, bool is_array)
{
    if (!texts->set) {
        put_head(out, CBOR_SIMPLE, CBOR_NULL);
        return;
    }
    if (is_array)
        put_head(out, CBOR_ARRAY, texts->count);
    put_texts(out, texts);
}

static void put_authority(struct writer *out, const struct cri *cri)
{
    if (cri->authority != CRI_AUTHORITY) {
        put_head(out, CBOR_SIMPLE, cri->authority == CRI_ROOTLESS ? CBOR_TRUE : CBOR_NULL);
        return;
    }
    bool is_address = cri->address.size > 0, has_port = cri->port >= 0;
    put_head(out, CBOR_ARRAY,
             (cri->userinfo.set ? 2u : 0u) + (is_address ? 1u : cri->labels.count) + cri->has_zone + has_port);
    if (cri->userinfo.set) {
        put_head(out, CBOR_SIMPLE, CBOR_FALSE);
        put_texts(out, &cri->userinfo);
    }
    if (is_address) {
        put_head(out, CBOR_BYTES, cri->address.size);
        put(out, cri->address.at, cri->address.size);
    }
    put_texts(out, &cri->labels);
    if (cri->has_zone) {
        put_head(out, CBOR_TEXT, cri->zone.size);
        put(out, cri->zone.at, cri->zone.size);
    }
    if (has_port)
        put_head(out, CBOR_UINT, (uint64_t)cri->port);
}

const char *cri_write(const struct cri *cri, struct writer *out)
{
    bool is_full = cri_is_full(cri), has_authority = cri->authority != CRI_ROOTED;
    /* In a full CRI an empty path is what an absent one means. */
    bool has_path = cri->path.set && !(is_full && cri->path.count == 0);
    unsigned local = cri->fragment.set ? 3 : cri->query.set ? 2 : has_path ? 1 : 0;
    if (is_full || has_authority) {
        bool is_short = local == 0 && !has_authority;
        put_head(out, CBOR_ARRAY, is_short ? 1 : 2 + local);
        if (cri->scheme == CRI_SCHEME_ID)
            put_head(out, CBOR_NINT, cri->scheme_id);
        else if (cri->scheme == CRI_SCHEME_NAME) {
            put_head(out, CBOR_TEXT, cri->scheme_name.size);
            put(out, cri->scheme_name.at, cri->scheme_name.size);
        } else
            put_head(out, CBOR_SIMPLE, CBOR_NULL);
        if (!is_short)
            put_authority(out, cri);
    } else {
        put_head(out, CBOR_ARRAY, 1 + local);
        if (cri->discard_all)
            put_head(out, CBOR_SIMPLE, CBOR_TRUE);
        else
            put_head(out, CBOR_UINT, cri->discard);
    }
    if (local > 0)
        put_section(out, &cri->path, true);
    if (local > 1)
        put_section(out, &cri->query, true);
    if (local > 2)
        put_section(out, &cri->fragment, false);
    return out->overflow ? OVERFLOW : NULL;
}

/* ---- Resolution, section 5.3 ---- */

static void copy_authority(struct cri *to, const struct cri *from)
{
    to->authority = from->authority;
    to->userinfo = from->userinfo;
    to->labels = from->labels;
    to->address = from->address;
    to->has_zone = from->has_zone;
    to->zone = from->zone;
    to->port = from->port;
}

const char *cri_resolve(const struct cri *base, const struct cri *reference, struct writer *scratch, struct cri *result)
{
    static const struct cri_texts unset = {0};
    if (!cri_is_full(base))
        return "a base starts with a scheme";
    if (cri_is_full(reference)) {
        *result = *reference;
        return NULL;
    }
    /* Steps 1 and 2. */
    *result = *base;
    /* Step 3. */
    if (reference->discard_all || reference->discard > 0) {
        size_t kept = 0;
        if (!reference->discard_all && base->path.count > reference->discard)
            kept = base->path.count - reference->discard;
        result->path = first_texts(&base->path, kept);
        result->query = result->fragment = unset;
        if (reference->discard_all && result->authority == CRI_ROOTLESS)
            result->authority = CRI_ROOTED;
    }
    /* Step 4. */
    if (reference->path.set) {
        result->query = result->fragment = unset;
        if (result->path.count == 0) {
            result->path = reference->path;
        } else if (reference->path.count > 0) {
            struct slice joined = {scratch->at + scratch->size, result->path.items.size + reference->path.items.size};
            put(scratch, result->path.items.at, result->path.items.size);
            put(scratch, reference->path.items.at, reference->path.items.size);
            if (scratch->overflow)
                return OVERFLOW;
            result->path.count += reference->path.count;
            result->path.items = joined;
        }
    }
    /* Step 5. The fragment goes before the reference's own one comes. */
    if (reference->authority != CRI_ROOTED)
        copy_authority(result, reference);
    if (reference->query.set) {
        result->query = reference->query.count > 0 ? reference->query : unset;
        result->fragment = unset;
    }
    if (reference->fragment.set)
        result->fragment = reference->fragment;
    return cri_check(result);
}

/* ---- Comparison, section 4 ---- */

static bool same_scheme(const struct cri *a, const struct cri *b)
{
    return a->scheme == b->scheme && a->scheme_id == b->scheme_id && same_slice(&a->scheme_name, &b->scheme_name);
}

static bool same_authority(const struct cri *a, const struct cri *b)
{
    return a->authority == b->authority && same_texts(&a->userinfo, &b->userinfo) &&
           same_texts(&a->labels, &b->labels) && same_slice(&a->address, &b->address) &&
           a->has_zone == b->has_zone && same_slice(&a->zone, &b->zone) && a->port == b->port;
}

const char *cri_equivalent(const struct cri *a, const struct cri *b, bool ignore_fragment, bool *equivalent)
{
    if (!cri_is_full(a) || !cri_is_full(b))
        return "references have to be resolved before they are compared";
    *equivalent = same_scheme(a, b) && same_authority(a, b) && same_texts(&a->path, &b->path) &&
                  same_texts(&a->query, &b->query) && (ignore_fragment || same_texts(&a->fragment, &b->fragment));
    return NULL;
}

/* ---- Relativization, the reverse of 5.3 ---- */

const char *cri_relativize(const struct cri *base, const struct cri *target, struct cri *reference)
{
    if (!cri_is_full(base) || !cri_is_full(target))
        return "base and target start with a scheme";
    *reference = *target;
    if (!same_scheme(base, target))
        return NULL;
    if (!same_authority(base, target)) {
        /* No reference unsets an authority, or makes a rooted path rootless, but by the way of a scheme. */
        if (target->authority == CRI_AUTHORITY) {
            reference->scheme = CRI_NO_SCHEME;
            reference->path.set = target->path.count > 0;
        }
        return NULL;
    }
    size_t common = common_texts(&base->path, &target->path), discard = base->path.count - common;
    bool is_rootless = base->authority == CRI_ROOTLESS;
    bool is_all = discard > 127 || (discard > 0 && common == 0 && !is_rootless);
    if (is_all && is_rootless)
        return NULL;
    *reference = (struct cri){.port = -1, .query = target->query, .fragment = target->fragment};
    reference->discard_all = is_all;
    reference->discard = is_all ? 0 : (uint8_t)discard;
    reference->path = texts_after(&target->path, is_all ? 0 : common);
    reference->path.set = reference->path.count > 0;
    if (discard > 0 || reference->path.set)
        return NULL;
    /* The paths are the same, and a query in the reference unsets the fragment of the base. */
    if (!same_texts(&base->query, &target->query) || (base->fragment.set && !target->fragment.set)) {
        reference->query.set = true;
        return NULL;
    }
    reference->query.set = false;
    if (same_texts(&base->fragment, &target->fragment))
        reference->fragment.set = false;
    return NULL;
}
