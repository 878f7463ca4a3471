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

def right(step, profile):
    answer = ask({**step["request"], "profile": profile})
    verdict = passes(step["answers"], profile, set(me["features"]), answer)
    if not verdict and "ok" in answer and "then" in step:
        again = {**step["then"]["request"], "reference": answer["ok"]["reference"], "profile": profile}
        verdict = passes(step["then"]["answers"], profile, set(me["features"]), ask(again))
    return verdict
for vector in bundle["vectors"]:
    for profile in set(vector["profiles"]) & set(me["profiles"]):
        steps, known = [*vector["before"], vector], me["operations"]
        if {step["op"] for step in steps} <= set(known[profile] if isinstance(known, dict) else known):
            verdict = all(right(step, profile) for step in steps for _ in range(step["times"]))
            print(profile, vector["id"], "pass" if verdict else "fail")
