/* Constrained Resource Identifiers, draft-ietf-core-href-13, for small devices.
 *
 * Nothing is allocated and nothing copied without need: a struct cri points into the bytes it was read from, which have
 * to outlive it. What has to be built (a resolved path, the texts of a URI) goes into a buffer of the caller. No function
 * recurses; all run in linear time.
 *
 * Functions return NULL, or the reason why the input is no CRI or has no such form. */
#ifndef CRI_H
#define CRI_H

#include "cbor.h"

/* Consecutive encoded items, each a text or an array of texts and bytes (text-or-pet, section 7.1). */
struct cri_texts {
    bool set; /* false: null */
    size_t count;
    struct slice items;
};

enum cri_scheme { CRI_NO_SCHEME, CRI_SCHEME_ID, CRI_SCHEME_NAME };
enum cri_authority { CRI_ROOTED, CRI_ROOTLESS, CRI_AUTHORITY }; /* null, true, an array */

/* The abstract form (section 5.2). In what has a scheme the path is set and the query, if set, not empty. */
struct cri {
    enum cri_scheme scheme;
    uint64_t scheme_id; /* -1 minus the number */
    struct slice scheme_name;

    enum cri_authority authority;
    struct cri_texts userinfo; /* one */
    struct cri_texts labels;   /* no address: these */
    struct slice address;      /* 4 or 16 bytes, or none */
    bool has_zone;
    struct slice zone;
    int32_t port; /* -1: none */

    bool discard_all;
    uint8_t discard;
    struct cri_texts path, query, fragment; /* a fragment is one */
};

/* Reads and checks the interchange form. */
const char *cri_read(struct slice in, struct cri *cri);

/* Writes the interchange form, with the shortest heads. */
const char *cri_write(const struct cri *cri, struct writer *out);

/* Section 5.3. `scratch` is where the path is put together, if the result needs both. */
const char *cri_resolve(const struct cri *base, const struct cri *reference, struct writer *scratch, struct cri *result);

/* A short reference from base to target; it points into the target. */
const char *cri_relativize(const struct cri *base, const struct cri *target, struct cri *reference);

/* Section 4: component by component. */
const char *cri_equivalent(const struct cri *a, const struct cri *b, bool ignore_fragment, bool *equivalent);

/* Section 6.1. */
const char *cri_to_uri(const struct cri *cri, struct writer *out);

/* The CRI points into `scratch`; room for twice the bytes of the URI and 16 more always suffices. */
const char *cri_from_uri(struct slice uri, struct writer *scratch, struct cri *cri);

/* The constraints that hold for a valid CRI beyond its structure (sections 2 and 2.1). */
const char *cri_check(const struct cri *cri);

static inline bool cri_is_full(const struct cri *cri)
{
    return cri->scheme != CRI_NO_SCHEME;
}

/* For walks over texts: the parts of a text-or-pet one by one, a text alone being a part. `items` moves on. */
struct cri_parts {
    uint64_t left;
};
void cri_first_part(struct slice *items, struct cri_parts *parts);
bool cri_next_part(struct slice *items, struct cri_parts *parts, bool *is_text, struct slice *part);

/* Returns the error of what it calls. */
#define CRI_TRY(call)                  \
    do {                               \
        const char *error_ = (call);   \
        if (error_)                    \
            return error_;             \
    } while (0)

#endif
