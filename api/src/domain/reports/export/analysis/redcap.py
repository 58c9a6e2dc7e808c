#!/usr/bin/env python3
"""Writes the files of an export as REDCap imports them into one project. Needs Python 3.9 and no package.

    python3 redcap.py [export.zip or the folder it was unpacked to] [folder to write to]

Set the project up first with the CSVs in redcap/: dictionary.csv, events.csv, instrument_events.csv and
repeating_instruments.csv. Then import what this writes, a CSV for each instrument, under "Data Import Tool". Made by
REDCap's published rules; not tried in REDCap itself.
"""

import csv
import re
import sys
from pathlib import Path

from analyse import Export

ENROLMENT = "enrolment_arm_1"


def instruments(codebook):
    """The columns that each file has in REDCap, in their order."""
    if not all("redcap_field" in row for row in codebook):
        sys.exit("An export of format 3 or before has its own data dictionaries in redcap/, one for each file.")
    files = {}
    for row in codebook:
        if row["redcap_field"]:
            files.setdefault(row["file"].removesuffix(".csv"), []).append(row)
    return files


def lines(name, columns, rows):
    """The header and the rows of an instrument. A row is named by its key beside the participant; else it is counted."""
    key = [column["column"] for column in columns if column["key"] == "yes"][1:]
    numbers = {column["column"] for column in columns if column["type"] == "whole number"}
    fields = [column for column in columns if column["column"] != "study_id"]
    yield [
        "study_id", "redcap_event_name", "redcap_repeat_instrument", "redcap_repeat_instance",
        *(column["redcap_field"] for column in fields), f"{name}_complete",
    ]
    is_numbered = len(key) == 1 and key[0] in numbers and all(int(row[key[0]]) > 0 for row in rows)
    last, counted = None, 0
    for row in rows:
        study_id = row["study_id"]
        last, counted = study_id, counted + 1 if study_id == last else 1
        event, form, instance = ENROLMENT, "", ""
        if key == ["months"]:
            event = f"month_{row['months']}_arm_1"
        elif key:
            form, instance = name, row[key[0]] if is_numbered else counted
        yield [study_id, event, form, instance, *(cell(column, row[column["column"]]) for column in fields), 2]


def cell(column, value):
    """A value of a choice as the code that the data dictionary has for it."""
    is_choice = column["type"] == "choice"
    codes = [each.split(" = ")[0] for each in column["allowed_values"].split(" | ")]
    is_coded = is_choice and all(re.fullmatch(r"[\w-]+", code, re.ASCII) for code in codes)
    return re.sub(r"[^A-Za-z0-9_]", "_", value) if is_coded else value


def main(arguments):
    export = Export(arguments[0] if arguments else Path(__file__).resolve().parent.parent)
    folder = Path(arguments[1] if len(arguments) > 1 else "redcap-import")
    files = instruments(export.rows("codebook"))
    folder.mkdir(parents=True, exist_ok=True)
    for name, columns in files.items():
        with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(lines(name, columns, export.rows(name)))
    print(f"Written to {folder}.")


if __name__ == "__main__":
    main(sys.argv[1:])
