#!/usr/bin/env python3
"""Computes the numbers of the trial's page from the rows of an export, and first analyses. Needs Python 3.9 and no package.

    python3 analyse.py [export.zip or the folder it was unpacked to] [--json]

Days are study days: 0 is the first consent. A number that the export has counted as well is compared with what the rows
give; where they differ the script says so and ends with 1. What the export cannot hold by rows (accounts without a
consent, visitors, people whose information was deleted) is taken from its counts. A masked export has fewer files: what
needs the others is left out.
"""

import csv
import io
import json
import math
import statistics
import sys
import zipfile
from collections import defaultdict
from pathlib import Path

DAYS_OF_MONTH = 30
CATEGORIES = ("sleep", "mood", "active")


class Export:
    """The files of an export, by name; a file that it does not have is empty."""

    def __init__(self, place):
        self.place = Path(place)
        self.zip = zipfile.ZipFile(self.place) if self.place.is_file() else None

    def has(self, name):
        file = f"{name}.csv"
        return file in self.zip.namelist() if self.zip else (self.place / file).is_file()

    def rows(self, name):
        if not self.has(name):
            return []
        file = f"{name}.csv"
        data = self.zip.read(file) if self.zip else (self.place / file).read_bytes()
        return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def number(cell):
    """A cell as a number; None where it is empty."""
    return None if cell in ("", None) else float(cell) if "." in cell else int(cell)


def by_person(rows):
    people = defaultdict(list)
    for row in rows:
        people[row["study_id"]].append(row)
    return people


def day_left(stops, consents):
    """The first stop of all contact since the last consent, whatever came later; None where there is none."""
    consents = sorted((number(row["consent"]), number(row["consent_day"])) for row in consents)
    last, last_day = consents[-1]
    days = [
        number(row["stop_day"])
        for row in stops
        if row["degree"] != "plan"
        # Format 2 does not say which consent a stop came after.
        and (number(row["consent"]) == last if "consent" in row else number(row["stop_day"]) >= last_day)
    ]
    return min(days, default=None)


class Person:
    def __init__(self, row, arm, choice, is_ineligible, left):
        self.id = row["study_id"]
        self.arm, self.choice, self.is_ineligible = arm, choice, is_ineligible
        self.drawn = number(row["draw_day"])
        self.left_plan = number(row.get("left_plan_day"))
        self.today = number(row["export_day"])
        if choice == "":
            self.until = self.today
        else:
            # Before stops were kept, only the product knows a day.
            self.until = number(row["censoring_day"]) if left is None else left
        self.records, self.symptoms, self.reports = {}, defaultdict(set), []

    @property
    def first(self):
        return min(self.records, default=None)

    @property
    def due(self):
        """The days on which a record was expected: from the first to the day before the last one, or before the plan was left."""
        if self.first is None:
            return range(0)
        until = self.until if self.left_plan is None else min(self.until, self.left_plan)
        return range(self.first, max(max(self.records), until - 1) + 1)

    def dose_on(self, day):
        """What was reported last by that day: its place among the reports, and the dose."""
        known = [(at, dose) for at, (taken, dose) in enumerate(self.reports) if taken <= day]
        return known[-1] if known else (0, None)


def read_people(export):
    arms = {row["study_id"]: row.get("arm", "") for row in export.rows("allocations")}
    choices = {row["study_id"]: row["data_choice"] for row in export.rows("participants")}
    outcomes = {row["study_id"]: row for row in export.rows("survey_outcomes")}
    consents, stops = by_person(export.rows("consents")), by_person(export.rows("stops"))

    def is_ineligible(study_id):
        # `eligible` says that the survey was done and excludes no one; one done while acting has a column of its own.
        row = outcomes[study_id]
        return row["eligible"] == "0" or row["acting_ineligible"] == "1"

    people = {}
    for row in export.rows("observation"):
        study_id = row["study_id"]
        left = day_left(stops[study_id], consents[study_id])
        people[study_id] = Person(row, arms.get(study_id), choices[study_id], is_ineligible(study_id), left)
    for row in export.rows("daily_records"):
        if row["counts"] == "1":
            people[row["study_id"]].records[number(row["study_day"])] = row
    for study_id, rows in by_person(export.rows("dose_reports")).items():
        rows.sort(key=lambda row: (number(row["taken_day"]), number(row["report"])))
        last_of_day = {number(row["taken_day"]): number(row["dose"]) for row in rows}
        people[study_id].reports = sorted(last_of_day.items())
    return people


def flow(export, people):
    """The boxes of the participant flow from the consent on."""
    early = {r["study_id"] for r in export.rows("dose_reports") if is_early(r)}
    late = {r["study_id"] for r in export.rows("record_versions") if is_late(r)}
    waiting = {r["study_id"] for r in export.rows("warning_signs") if is_waiting(r, people)}
    tests = {
        "consented": lambda p: True,
        "left-before": lambda p: p.drawn is None and p.choice != "",
        "not-randomised": lambda p: p.drawn is None and p.choice == "",
        "randomised": lambda p: p.drawn is not None,
        "withdrew": lambda p: p.drawn is not None and p.choice == "agree",
        "anonymous": lambda p: p.drawn is not None and p.choice == "anonymous",
        "going-on": lambda p: p.drawn is not None and p.choice == "",
        "randomised-ineligible": lambda p: p.drawn is not None and p.is_ineligible,
    }
    if export.has("daily_records"):
        tests |= {
            "recording": lambda p: p.drawn is not None and p.first is not None,
            "left-plan": lambda p: p.drawn is not None and p.choice == "" and p.left_plan is not None,
            "early-step": lambda p: p.id in early,
            "late-record": lambda p: p.id in late,
            "waiting-sign": lambda p: p.id in waiting,
        }
    arms = [None, *sorted({p.arm for p in people.values() if p.arm})]
    return {
        (box, arm): sum(1 for p in people.values() if test(p) and arm in (None, p.arm))
        for box, test in tests.items()
        for arm in arms
    }


def is_early(row):
    planned = number(row["planned_day"])
    return row["kind"] == "step" and planned is not None and number(row["taken_day"]) < planned


def is_late(row):
    return number(row["delay_hours"]) > 24


def is_waiting(row, people):
    return row["days_until_closed"] == "" and people[row["study_id"]].choice != "anonymous"


def retention(people, follow_ups):
    rows = []
    asked = sorted({number(row["months"]) for row in follow_ups})
    for arm in sorted({p.arm for p in people.values() if p.arm}):
        for months in asked:
            days = DAYS_OF_MONTH * months
            group = [p for p in people.values() if p.arm == arm and p.drawn + days <= p.today]
            kept = [p for p in group if p.choice == "" or p.until >= p.drawn + days]
            if group:
                rows.append({"arm": arm, "months": months, "at_risk": len(group), "retained": len(kept)})
    return rows


def groups_drawn(people):
    """Those randomised, by arm; all together where a masked export has no arm."""
    groups = defaultdict(list)
    for person in people.values():
        if person.drawn is not None:
            groups[person.arm or "all"].append(person)
    return sorted(groups.items())


BASELINE = (("survey_outcomes", "stratum"), ("baseline", "medicine_id"), ("baseline", "dose_id"), ("baseline", "duration_id"))


def baseline(export, people):
    """How many of each arm had which value before randomisation; `missing` where they did not answer."""
    rows = []
    for name, column in BASELINE:
        # Exports of format 2 have no `baseline`.
        if not export.has(name):
            continue
        value_of = {row["study_id"]: row[column] for row in export.rows(name)}
        for arm, group in groups_drawn(people):
            values = [value_of.get(p.id) or "missing" for p in group]
            rows += [
                {"arm": arm, "item": column, "value": value, "people": values.count(value)}
                for value in sorted(set(values))
            ]
    return rows


def adverse_events(export, people):
    """Adverse events that began on the day of randomisation or later, and how many people had one."""
    rows = []
    for arm, group in groups_drawn(people):
        drawn = {p.id: p.drawn for p in group}
        own = [r for r in export.rows("adverse_events") if number(r["onset_day"]) >= drawn.get(r["study_id"], math.inf)]
        for kind, events_of in (("all", own), ("serious", [r for r in own if r["serious"] == "1"])):
            with_one = {r["study_id"] for r in events_of}
            rows.append({"arm": arm, "kind": kind, "randomised": len(group), "people": len(with_one), "events": len(events_of)})
    return rows


def primary(export, people):
    """
    The primary outcome as declared_analysis.csv has it: what is still taken as a share of the dose before randomisation, and
    1 where the field `full` is 1. Least squares on the arm and the stratum; then with everybody missing at the full dose.
    """
    # Exports of format 3 and before have none.
    outcome = next(iter(export.rows("declared_analysis")), None)
    if outcome is None:
        return None
    before = {row["study_id"]: number(row["dose_mg"]) for row in export.rows("baseline")}
    strata = {row["study_id"]: row["stratum"] for row in export.rows("survey_outcomes")}
    results = {
        row["study_id"]: row for row in export.rows("questionnaire_results") if row["months"] == outcome["months"]
    }

    def share(person):
        row = results.get(person.id)
        if row is None:
            return None
        if outcome["full"] != "" and row[outcome["full"]] == "1":
            return 1.0
        taken = number(row[outcome["field"]])
        return None if taken is None else taken / before[person.id]

    arms, known, filled = [], [], []
    for arm, group in groups_drawn(people):
        with_dose = [p for p in group if before.get(p.id)]
        shares = [(share(p), arm, strata[p.id]) for p in with_dose]
        own = [value for value, _, _ in shares if value is not None]
        known += [each for each in shares if each[0] is not None]
        filled += [(1.0 if value is None else value, arm, stratum) for value, arm, stratum in shares]
        arms.append({
            "arm": arm,
            "randomised": len(group),
            "without_dose_before": len(group) - len(with_dose),
            "missing": len(with_dose) - len(own),
            "analysed": len(own),
            "mean": round(statistics.fmean(own), 6) if own else None,
            "sd": round(statistics.stdev(own), 6) if len(own) > 1 else None,
        })
    return {
        "declared": outcome["version"],
        "arms": arms,
        "difference": difference(known),
        "difference_missing_as_full": difference(filled),
    }


def difference(rows):
    """
    Reduction minus usual care, from (value, arm, stratum): least squares on the arm and the stratum, with HC3 standard errors
    (MacKinnon and White 1985) and the t distribution. None where it cannot be estimated, as in a masked export.
    """
    levels = sorted({stratum for _, _, stratum in rows})[1:]
    x = [[1.0, float(arm == "reduction"), *(float(stratum == level) for level in levels)] for _, arm, stratum in rows]
    y = [value for value, _, _ in rows]
    size = 2 + len(levels)
    if len({arm for _, arm, _ in rows}) < 2 or len(rows) <= size:
        return None
    bread = inverse([[sum(row[i] * row[j] for row in x) for j in range(size)] for i in range(size)])
    if bread is None:
        return None
    beta = [sum(bread[i][j] * sum(row[j] * value for row, value in zip(x, y)) for j in range(size)) for i in range(size)]
    variance = 0.0
    for row, value in zip(x, y):
        weights = [sum(bread[i][j] * row[j] for j in range(size)) for i in range(size)]
        free = 1 - sum(a * b for a, b in zip(weights, row))
        # Someone alone in their stratum tells nothing of the difference.
        if free > 1e-9:
            residual = value - sum(a * b for a, b in zip(beta, row))
            variance += (weights[1] * residual / free) ** 2
    freedom = len(rows) - size
    reach = t_quantile(freedom) * math.sqrt(variance)
    return {
        "estimate": round(beta[1], 6),
        "low": round(beta[1] - reach, 6),
        "high": round(beta[1] + reach, 6),
        "standard_error": round(math.sqrt(variance), 6),
        "degrees_of_freedom": freedom,
    }


def inverse(matrix):
    """By Gauss and Jordan; None where there is none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda j: abs(rows[j][i]))
        if abs(rows[pivot][i]) < 1e-9:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [cell / rows[i][i] for cell in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i])]
    return [row[size:] for row in rows]


def t_quantile(freedom, steps=400):
    """The 97.5th percentile of the t distribution: its density summed by Simpson's rule, bisected."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def density(x):
        return scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2)

    low, high = 0.0, 13.0
    for _ in range(40):
        middle = (low + high) / 2
        width = middle / steps
        inner = sum((4 if i % 2 else 2) * density(i * width) for i in range(1, steps))
        area = width / 3 * (density(0) + inner + density(middle))
        low, high = (middle, high) if area < 0.475 else (low, middle)
    return low


def adherence(people, group_of):
    """Days due and recorded, by what `group_of` says of a person's day; None leaves it out."""
    groups = defaultdict(lambda: {"people": set(), "days_due": 0, "days_recorded": 0})
    for person in people.values():
        for day in person.due:
            name = group_of(person, day)
            if name is None:
                continue
            groups[name]["people"].add(person.id)
            groups[name]["days_due"] += 1
            groups[name]["days_recorded"] += day in person.records
    return {name: {**group, "people": len(group["people"])} for name, group in sorted(groups.items())}


def dose_step(person, day):
    """How many changes of dose were reported by that day; 0 is the starting dose."""
    at, dose = person.dose_on(day)
    return None if dose is None else at


def dose_level(person, day):
    """The dose of that day as a share of the highest one that was reported, in bands (per cent)."""
    _, dose = person.dose_on(day)
    highest = max((dose for _, dose in person.reports), default=0)
    if dose is None or highest == 0:
        return None
    share = 100 * dose / highest
    return next(band for limit, band in ((100, "100"), (75, "075-099"), (50, "050-074"), (25, "025-049"), (0.001, "001-024"), (0, "000")) if share >= limit)


def symptom_rates(people, group_of):
    """Of the days recorded, by what `group_of` says of a day: the share with a symptom of each category."""
    groups = defaultdict(lambda: {"days": 0, **{category: 0 for category in CATEGORIES}})
    for person in people.values():
        for day, row in person.records.items():
            name = group_of(person, day)
            if name is None:
                continue
            groups[name]["days"] += 1
            for category in CATEGORIES:
                groups[name][category] += number(row[f"{category}_symptoms"]) > 0
    return {
        name: {"days": group["days"], **{c: round(group[c] / group["days"], 4) for c in CATEGORIES}}
        for name, group in sorted(groups.items())
    }


def time_to_restart(people):
    """Days from the first lower dose to the first higher one after it, by Kaplan and Meier; censored where there is none."""
    times = []
    for person in people.values():
        begun, last = None, None
        for day, dose in person.reports:
            if last is not None and dose < last and begun is None:
                begun = day
            elif begun is not None and dose > last:
                times.append((day - begun, True))
                break
            last = dose
        else:
            if begun is not None:
                times.append((max(person.until - begun, 0), False))
    survival, at_risk, curve = 1.0, len(times), []
    for day in sorted({day for day, _ in times}):
        restarted = sum(1 for at, is_event in times if at == day and is_event)
        if restarted:
            survival *= 1 - restarted / at_risk
            curve.append({"day": day, "at_risk": at_risk, "restarted": restarted, "without": round(survival, 4)})
        at_risk -= sum(1 for at, _ in times if at == day)
    days = [at for at, is_event in times if is_event]
    return {
        "reduced": len(times),
        "restarted": len(days),
        "median_days_of_those": statistics.median(days) if days else None,
        "curve": curve,
    }


def analyse(export):
    people = read_people(export)
    by_week = adherence(people, lambda p, day: (day - p.first) // 7 + 1)
    ago = adherence(people, lambda p, day: p.today - day if 0 <= p.today - day < 28 else None)
    result = {
        "flow": [{"box": box, "arm": arm, "people": n} for (box, arm), n in flow(export, people).items()],
        "counted": export.rows("consort"),
        "visitors": {row["reason"]: number(row["visitors"]) for row in export.rows("visitors_ruled_out")},
        "recruitment": export.rows("recruitment"),
        "baseline": baseline(export, people),
        "primary": primary(export, people),
        "retention": retention(people, export.rows("follow_ups")),
        "adverse_events": adverse_events(export, people),
        "adherence": [{"week": week, **group} for week, group in by_week.items()],
        "last_days": [{"days_ago": day, "people": g["people"], "recorded": g["days_recorded"]} for day, g in ago.items()],
        "events": events(export, people),
        "adherence_by_day": adherence(people, lambda p, day: day - p.first),
        "adherence_by_dose_step": adherence(people, dose_step),
        "symptoms_by_week": symptom_rates(people, lambda p, day: (day - p.first) // 7 + 1),
        "symptoms_by_dose": symptom_rates(people, dose_level),
        "time_to_restart": time_to_restart(people),
    }
    result["differences"] = differences(export, result)
    return result


def events(export, people):
    counts = {"randomised-ineligible": sum(1 for p in people.values() if p.drawn is not None and p.is_ineligible)}
    if export.has("daily_records"):
        signs = export.rows("warning_signs")
        counts |= {
            "signs": len(signs),
            "signs-self-harm": sum(1 for row in signs if row["self_harm"] == "1"),
            "signs-waiting": sum(1 for row in signs if is_waiting(row, people)),
            "early-steps": sum(1 for row in export.rows("dose_reports") if is_early(row)),
            "late-records": sum(1 for row in export.rows("record_versions") if is_late(row)),
        }
    return counts


def differences(export, result):
    """Where what the export counted is not what its rows give."""
    found = []

    def compare(what, counted, computed):
        if counted != computed:
            found.append(f"{what}: the export counted {counted}, its rows give {computed}")

    rows = {(row["box"], row["arm"]): row["people"] for row in result["flow"]}
    counted = export.rows("consort") + export.rows("consort_by_arm")
    for row in counted:
        key = (row["box"], row.get("arm") or None)
        if key in rows:
            compare(f"{key[0]} ({key[1] or 'all'})", number(row["people"]), rows[key])
    deleted = sum(number(row["people"]) for row in counted if row["box"] == "randomised-deleted" and "arm" not in row)
    weeks = export.rows("recruitment")
    compare("consented by week", sum(number(row["consented"]) for row in weeks), rows[("consented", None)])
    compare("randomised by week", sum(number(row["randomised"]) for row in weeks), rows[("randomised", None)] + deleted)
    for row in export.rows("observation"):
        person = result_person(export, row["study_id"])
        compare(f"censoring day of {row['study_id']}", number(row["censoring_day"]), person.until)
    if export.has("daily_records"):
        columns = ("arm", "months", "at_risk", "retained")
        compare(
            "retention",
            [[row[c] if c == "arm" else number(row[c]) for c in columns] for row in export.rows("retention")],
            [[row[c] for c in columns] for row in result["retention"]],
        )
        for row in export.rows("observation"):
            person = result_person(export, row["study_id"])
            compare(
                f"days of {row['study_id']}",
                (number(row["days_due"]), number(row["days_recorded"])),
                (len(person.due), len(person.records)),
            )
    return found


def result_person(export, study_id):
    if not hasattr(export, "people"):
        export.people = read_people(export)
    return export.people[study_id]


def labels(export):
    """What the codebook says that a value of a column means."""
    found = {}
    for row in export.rows("codebook"):
        for allowed in row["allowed_values"].split(" | "):
            value, _, label = allowed.partition(" = ")
            found[(row["column"], value)] = label
    return found


def show(result, labels):
    print("Participants (CONSORT), from the consent on")
    for row in result["flow"]:
        print(f"  {row['box']:24}{row['arm'] or 'all':14}{row['people']:8}")
    for title, name in (
        ("Counted by the product", "counted"),
        ("Before randomisation", "baseline"),
        ("Retention by months of 30 days", "retention"),
        ("Adverse events since randomisation", "adverse_events"),
        ("Records by week since the first", "adherence"),
    ):
        print(title)
        for row in result[name]:
            label = labels.get((row.get("item"), row.get("value")))
            print("  " + in_line(row) + (f"  ({label})" if label else ""))
    show_primary(result["primary"])
    for title, name in (
        ("Visitors ruled out", "visitors"),
        ("Warning signs and deviations", "events"),
        ("Records by dose step (0: starting dose)", "adherence_by_dose_step"),
        ("Share of days with a symptom, by week", "symptoms_by_week"),
        ("Share of days with a symptom, by dose in per cent of the highest", "symptoms_by_dose"),
        ("Days from the first reduction to a higher dose", "time_to_restart"),
    ):
        print(title)
        for key, value in result[name].items():
            print(f"  {key}: {value}")


def in_line(row):
    return "  ".join(f"{key} {value}" for key, value in row.items())


def show_primary(primary):
    print("Primary outcome by arm, as declared (analysis.yaml): reduction minus usual care, with its 95 % interval")
    if primary is None:
        return print("  This export declares none.")
    print(f"  version {primary['declared']} of the declared analysis")
    for row in primary["arms"]:
        print("  " + in_line(row))
    for name in ("difference", "difference_missing_as_full"):
        found = primary[name]
        print(f"  {name}: {in_line(found) if found else 'not estimated, since results of both arms are needed'}")


def main(arguments):
    places = [argument for argument in arguments if not argument.startswith("--")]
    export = Export(places[0] if places else Path(__file__).resolve().parent.parent)
    result = analyse(export)
    if "--json" in arguments:
        print(json.dumps(result))
    else:
        show(result, labels(export))
    for difference in result["differences"]:
        print(difference, file=sys.stderr)
    return 1 if result["differences"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
