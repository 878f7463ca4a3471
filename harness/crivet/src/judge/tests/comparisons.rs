//! `equivalent`.

use super::*;

#[test]
fn equivalence_is_plain() {
    let operation = Operation::Equivalent { a: edn("[\"a\"]"), b: edn("[\"b\"]"), ignore_fragment: true };
    let value = |equivalent| Value::Equivalent { equivalent };
    let vector = vector(operation, Strength::Must, &[Expected::Value(value(false))], &[]);
    check(&vector, &CLAIMED, &Outcome::Value(value(false)), "pass");
    check(&vector, &CLAIMED, &Outcome::Value(value(true)), "fail: equivalent: expected false, came true");
    check(&vector, &CLAIMED, &reject(), "fail: a rejection where a value was expected: no");
}
