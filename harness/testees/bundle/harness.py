#!/usr/bin/env python3
"""A harness on the bundle that `crivet export` writes: harness.py BUNDLE COMMAND… prints `profile id verdict` a vector."""
import json, subprocess, sys

bundle = json.load(open(sys.argv[1], encoding="utf-8"))
testee = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(request):
    testee.stdin.write(json.dumps({"id": 1, **request}).encode() + b"\n")
    testee.stdin.flush()
    return json.loads(testee.stdout.readline())


def passes(answers, profile, claims, answer):
    if "options" in answer.get("ok", {}):
        answer["ok"]["options"].sort(key=lambda option: option["number"])
    counting = [a for a in answers if profile in a.get("profiles", [profile])
                and claims.issuperset(a.get("with", [])) and claims.isdisjoint(a.get("without", []))]
    if "ok" in answer:
        return any("any" in a or a.get("ok") == answer["ok"] for a in counting)
    return any(kind in answer and kind in a for a in counting for kind in ("reject", "unsupported"))


vectors = {vector["id"]: vector for vector in bundle["vectors"]}
for s in bundle["samples"]:
    found = passes(vectors[s["vector"]]["answers"], s["profile"], set(s["claims"]), s["answer"])
    assert found == (s["verdict"] == "pass"), s
me = ask({"op": "describe", "protocol": 1})["ok"]
for vector in bundle["vectors"]:
    for profile in set(vector["profiles"]) & set(me["profiles"]):
        if vector["op"] in (me["operations"][profile] if isinstance(me["operations"], dict) else me["operations"]):
            answer = ask({**vector["request"], "profile": profile})
            verdict = passes(vector["answers"], profile, set(me["features"]), answer)
            if not verdict and "ok" in answer and "then" in vector:
                again = {**vector["then"]["request"], "reference": answer["ok"]["reference"], "profile": profile}
                verdict = passes(vector["then"]["answers"], profile, set(me["features"]), ask(again))
            print(profile, vector["id"], "pass" if verdict else "fail")
