# Computes the numbers of the trial's page from the rows of an export, and first analyses, as analyse.py does. Base R from
# version 4.0.1, no package.
#
#   Rscript analyse.R [export.zip or the folder it was unpacked to] [--json]
#
# Days are study days: 0 is the first consent. A number that the export has counted as well is compared with what the rows
# give; where they differ the script says so and ends with 1. A masked export has fewer files: what needs the others is
# left out.

DAYS_OF_MONTH <- 30
CATEGORIES <- c("sleep", "mood", "active")
DOSE_BANDS <- c("000" = 0, "001-024" = 0.001, "025-049" = 25, "050-074" = 50, "075-099" = 75, "100" = 100)

arguments <- commandArgs(trailingOnly = TRUE)
script <- normalizePath(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
place <- c(grep("^--", arguments, value = TRUE, invert = TRUE), dirname(dirname(script)))[1]
is_zip <- !dir.exists(place)
names_of_files <- if (is_zip) unzip(place, list = TRUE)$Name else list.files(place)

has <- function(name) paste0(name, ".csv") %in% names_of_files

# A file's rows, each cell as text and NA where it is empty; no rows where the export does not have the file.
rows <- function(name) {
  if (!has(name)) return(data.frame())
  file <- paste0(name, ".csv")
  source <- if (is_zip) unz(place, file, encoding = "UTF-8") else file(file.path(place, file), encoding = "UTF-8")
  read.csv(source, colClasses = "character", na.strings = "", check.names = FALSE)
}

# A column as numbers; NA where the file does not have it.
number <- function(frame, column) {
  if (column %in% names(frame)) as.numeric(frame[[column]]) else rep(NA_real_, nrow(frame))
}

is_true <- function(values) !is.na(values) & values

# --- People ---

observation <- rows("observation")
people <- data.frame(id = observation$study_id, drawn = number(observation, "draw_day"),
                     left_plan = number(observation, "left_plan_day"),
                     today = number(observation, "export_day"), stringsAsFactors = FALSE)
of_person <- function(frame, column) frame[[column]][match(people$id, frame$study_id)]
allocations <- rows("allocations")
people$arm <- if ("arm" %in% names(allocations)) of_person(allocations, "arm") else rep(NA_character_, nrow(people))
people$choice <- of_person(rows("participants"), "data_choice")
people$choice[is.na(people$choice)] <- ""
# The last day observed: the first stop of all contact since the last consent, whatever came later. Format 2 does not say
# which consent a stop came after, and where stops were not kept, only the product knows a day.
consents <- rows("consents")
consents <- consents[order(number(consents, "consent")), ]
last_consents <- consents[!duplicated(consents$study_id, fromLast = TRUE), ]
stops <- rows("stops")
last_of_stops <- last_consents[match(stops$study_id, last_consents$study_id), ]
ends_contact <- stops$degree != "plan" & (if ("consent" %in% names(stops)) {
  number(stops, "consent") == number(last_of_stops, "consent")
} else number(stops, "stop_day") >= number(last_of_stops, "consent_day"))
stops <- stops[ends_contact, , drop = FALSE]
stops <- stops[order(number(stops, "stop_day")), , drop = FALSE]
left <- as.numeric(of_person(stops, "stop_day"))
counted_until <- number(observation, "censoring_day")
people$until <- ifelse(people$choice == "", people$today, ifelse(is.na(left), counted_until, left))
# `eligible` says that the survey was done and excludes no one; one done while acting has a column of its own.
outcomes <- rows("survey_outcomes")
people$is_ineligible <- of_person(outcomes, "eligible") %in% "0" | of_person(outcomes, "acting_ineligible") %in% "1"

has_records <- has("daily_records")
all_records <- rows("daily_records")
records <- all_records[all_records$counts %in% "1", , drop = FALSE]
records$day <- number(records, "study_day")
records$person <- match(records$study_id, people$id)
days_of_records <- split(records$day, factor(records$person, levels = seq_len(nrow(people))))
people$first <- vapply(days_of_records, function(days) if (length(days) > 0) min(days) else NA_real_, 0)

# The days on which a record was expected: from the first to the day before the last one, or before the plan was left.
due <- do.call(rbind, lapply(which(!is.na(people$first)), function(person) {
  until <- min(people$until[person], people$left_plan[person], na.rm = TRUE)
  recorded <- days_of_records[[person]]
  days <- seq(people$first[person], max(recorded, until - 1))
  data.frame(person, day = days, is_recorded = days %in% recorded)
}))
if (is.null(due)) due <- data.frame(person = integer(), day = numeric(), is_recorded = logical())

# What was reported last on each day.
dose_rows <- rows("dose_reports")
reports <- data.frame(person = match(dose_rows$study_id, people$id), day = number(dose_rows, "taken_day"),
                      report = number(dose_rows, "report"), dose = number(dose_rows, "dose"))
reports <- reports[order(reports$person, reports$day, reports$report), ]
reports <- reports[!duplicated(reports[c("person", "day")], fromLast = TRUE), ]
reports_of <- split(reports, factor(reports$person, levels = seq_len(nrow(people))))

# --- Participant flow ---

version_rows <- rows("record_versions")
signs <- rows("warning_signs")
planned <- number(dose_rows, "planned_day")
is_early <- dose_rows$kind %in% "step" & is_true(number(dose_rows, "taken_day") < planned)
is_late <- is_true(number(version_rows, "delay_hours") > 24)
is_waiting <- is.na(signs$days_until_closed) & !(people$choice[match(signs$study_id, people$id)] %in% "anonymous")

is_drawn <- !is.na(people$drawn)
boxes <- list("consented" = rep(TRUE, nrow(people)),
              "left-before" = !is_drawn & people$choice != "",
              "not-randomised" = !is_drawn & people$choice == "",
              "randomised" = is_drawn,
              "withdrew" = is_drawn & people$choice == "agree",
              "anonymous" = is_drawn & people$choice == "anonymous",
              "going-on" = is_drawn & people$choice == "",
              "randomised-ineligible" = is_drawn & people$is_ineligible)
if (has_records) {
  boxes <- c(boxes, list("recording" = is_drawn & !is.na(people$first),
                         "left-plan" = is_drawn & people$choice == "" & !is.na(people$left_plan),
                         "early-step" = people$id %in% dose_rows$study_id[is_early],
                         "late-record" = people$id %in% version_rows$study_id[is_late],
                         "waiting-sign" = people$id %in% signs$study_id[is_waiting]))
}
arms <- sort(unique(people$arm[!is.na(people$arm)]))
flow <- do.call(rbind, lapply(names(boxes), function(box) {
  data.frame(box, arm = c(NA, arms),
             people = c(sum(boxes[[box]]), vapply(arms, function(arm) sum(boxes[[box]] & people$arm %in% arm), 0L)),
             row.names = NULL)
}))

retained <- function(arm, months) {
  days <- DAYS_OF_MONTH * months
  is_at_risk <- people$arm %in% arm & is_true(people$drawn + days <= people$today)
  is_kept <- is_at_risk & (people$choice == "" | people$until >= people$drawn + days)
  data.frame(arm, months, at_risk = sum(is_at_risk), retained = sum(is_kept))
}
retention <- data.frame()
for (arm in arms) for (months in sort(unique(number(rows("follow_ups"), "months")))) retention <- rbind(retention, retained(arm, months))
retention <- retention[retention$at_risk > 0, , drop = FALSE]

# --- Before randomisation, and adverse events since ---

# Those randomised, by arm; all together where a masked export has no arm.
group <- ifelse(is_drawn, ifelse(is.na(people$arm), "all", people$arm), NA)
groups <- sort(unique(group[is_drawn]))

# How many of each arm had which value; "missing" where they did not answer.
baseline_of <- function(file, column) {
  # Exports of format 2 have no `baseline`.
  if (!has(file)) return(NULL)
  values <- of_person(rows(file), column)
  if (is.null(values)) values <- rep(NA_character_, nrow(people))
  values[is.na(values)] <- "missing"
  do.call(rbind, lapply(groups, function(arm) {
    counts <- table(values[group %in% arm])
    counts <- counts[order(names(counts), method = "radix")]
    data.frame(arm, item = column, value = names(counts), people = as.integer(counts))
  }))
}
baseline <- rbind(baseline_of("survey_outcomes", "stratum"), baseline_of("baseline", "medicine_id"),
                  baseline_of("baseline", "dose_id"), baseline_of("baseline", "duration_id"))
if (is.null(baseline)) baseline <- data.frame()

# Those that began on the day of randomisation or later, and how many people had one.
event_rows <- rows("adverse_events")
of_event <- match(event_rows$study_id, people$id)
is_since <- is_true(number(event_rows, "onset_day") >= people$drawn[of_event])
adverse_events <- do.call(rbind, lapply(groups, function(arm) {
  own <- is_since & group[of_event] %in% arm
  serious <- own & event_rows$serious %in% "1"
  data.frame(arm, kind = c("all", "serious"), randomised = sum(group %in% arm),
             people = c(length(unique(of_event[own])), length(unique(of_event[serious]))),
             events = c(sum(own), sum(serious)))
}))
if (is.null(adverse_events)) adverse_events <- data.frame()

# --- Primary outcome ---

# What is still taken as a share of the dose before randomisation, and 1 where the field `full` is 1, as declared_analysis.csv
# has it. Exports of format 3 and before have none.
declared <- rows("declared_analysis")

# Reduction minus usual care: least squares on the arm and the stratum, with HC3 standard errors (MacKinnon and White 1985)
# and the t distribution. NULL where it cannot be estimated, as in a masked export.
difference_of <- function(value, arm, stratum) {
  if (length(unique(arm)) < 2) return(NULL)
  levels <- sort(unique(stratum), method = "radix")[-1]
  x <- cbind(1, arm == "reduction", outer(stratum, levels, "=="))
  freedom <- length(value) - ncol(x)
  if (freedom <= 0) return(NULL)
  if (qr(x)$rank < ncol(x)) return(NULL)
  bread <- solve(crossprod(x))
  beta <- bread %*% crossprod(x, value)
  weights <- x %*% bread
  free <- 1 - rowSums(weights * x)
  # Someone alone in their stratum tells nothing of the difference.
  counts <- free > 1e-9
  residual <- value - x %*% beta
  error <- sqrt(sum((weights[counts, 2] * residual[counts] / free[counts])^2))
  reach <- qt(0.975, freedom) * error
  list(estimate = round(beta[2], 6), low = round(beta[2] - reach, 6), high = round(beta[2] + reach, 6),
       standard_error = round(error, 6), degrees_of_freedom = freedom)
}

primary_of <- function(outcome) {
  results <- rows("questionnaire_results")
  results <- results[results$months %in% outcome$months, , drop = FALSE]
  before <- as.numeric(of_person(rows("baseline"), "dose_mg"))
  of_result <- function(field) as.numeric(results[[field]][match(people$id, results$study_id)])
  share <- of_result(outcome$field) / before
  if (!is.na(outcome$full)) share[of_result(outcome$full) %in% 1] <- 1
  has_dose <- !is.na(group) & !is.na(before) & before > 0
  stratum <- of_person(outcomes, "stratum")
  stratum[is.na(stratum)] <- ""
  arms_of <- lapply(groups, function(arm) {
    own <- share[has_dose & group %in% arm]
    known <- own[!is.na(own)]
    list(arm = arm, randomised = sum(group %in% arm), without_dose_before = sum(group %in% arm & !has_dose),
         missing = sum(is.na(own)), analysed = length(known),
         mean = if (length(known) > 0) round(mean(known), 6), sd = if (length(known) > 1) round(sd(known), 6))
  })
  is_known <- has_dose & !is.na(share)
  filled <- ifelse(is.na(share), 1, share)
  list(declared = outcome$version, arms = arms_of,
       difference = difference_of(share[is_known], group[is_known], stratum[is_known]),
       difference_missing_as_full = difference_of(filled[has_dose], group[has_dose], stratum[has_dose]))
}
primary <- if (nrow(declared) > 0) primary_of(declared[1, ])

# --- Records ---

# Rows in groups; NA leaves a row out.
in_groups <- function(group, ...) {
  names <- sort(unique(group))
  groups <- factor(group, levels = names)
  columns <- lapply(list(...), function(summary) vapply(split(seq_along(group), groups), summary, 0))
  data.frame(group = names, columns, row.names = NULL)
}

# Days due and recorded.
adherence <- function(group) {
  in_groups(group, people = function(at) length(unique(due$person[at])), days_due = length,
            days_recorded = function(at) sum(due$is_recorded[at]))
}

# Of the days recorded: the share with a symptom of each category.
symptom_rates <- function(group) {
  shares <- lapply(setNames(CATEGORIES, CATEGORIES), function(category) {
    has_symptom <- number(records, paste0(category, "_symptoms")) > 0
    function(at) round(sum(has_symptom[at]) / length(at), 4)
  })
  do.call(in_groups, c(list(group, days = length), shares))
}

# The place among a person's reports of what was reported last by a day; 0 is the starting dose, NA before it.
dose_step <- function(person, day) {
  known <- vapply(seq_along(day), function(at) findInterval(day[at], reports_of[[person[at]]]$day), 0L)
  ifelse(known == 0, NA, known - 1)
}

# The dose of a day as a share of the highest one that was reported, in bands (per cent).
dose_level <- function(person, day) {
  step <- dose_step(person, day)
  share <- vapply(seq_along(step), function(at) {
    doses <- reports_of[[person[at]]]$dose
    if (is.na(step[at]) || max(doses) == 0) NA_real_ else 100 * doses[step[at] + 1] / max(doses)
  }, 0)
  names(DOSE_BANDS)[findInterval(share, DOSE_BANDS)]
}

week <- function(frame) (frame$day - people$first[frame$person]) %/% 7 + 1
days_ago <- people$today[due$person] - due$day
last_days <- adherence(ifelse(days_ago >= 0 & days_ago < 28, days_ago, NA))

# --- Time to restart ---

# Days from the first lower dose to the first higher one after it; censored where there is none.
restarts <- do.call(rbind, lapply(seq_len(nrow(people)), function(person) {
  own <- reports_of[[person]]
  change <- diff(own$dose)
  lower <- which(change < 0)[1]
  if (is.na(lower)) return(NULL)
  higher <- which(change > 0 & seq_along(change) > lower)[1]
  end <- if (is.na(higher)) max(people$until[person], own$day[lower + 1]) else own$day[higher + 1]
  data.frame(days = end - own$day[lower + 1], restarted = !is.na(higher))
}))
restarted_after <- restarts$days[restarts$restarted]
curve <- data.frame(day = sort(unique(restarted_after)))
curve$at_risk <- vapply(curve$day, function(day) sum(restarts$days >= day), 0L)
curve$restarted <- vapply(curve$day, function(day) sum(restarted_after == day), 0L)
# Kaplan and Meier.
curve$without <- round(cumprod(1 - curve$restarted / curve$at_risk), 4)

# --- Results ---

events <- list("randomised-ineligible" = sum(boxes[["randomised-ineligible"]]))
if (has_records) {
  events <- c(events, list("signs" = nrow(signs), "signs-self-harm" = sum(signs$self_harm %in% "1"),
                           "signs-waiting" = sum(is_waiting), "early-steps" = sum(is_early),
                           "late-records" = sum(is_late)))
}

called <- function(frame, ...) setNames(frame, c(...))

visitors <- rows("visitors_ruled_out")
result <- list(
  flow = flow,
  counted = rows("consort"),
  visitors = as.list(setNames(number(visitors, "visitors"), visitors$reason)),
  recruitment = rows("recruitment"),
  baseline = baseline,
  primary = primary,
  retention = retention,
  adverse_events = adverse_events,
  adherence = called(adherence(week(due)), "week", "people", "days_due", "days_recorded"),
  last_days = called(last_days[c("group", "people", "days_recorded")], "days_ago", "people", "recorded"),
  events = events,
  adherence_by_day = adherence(due$day - people$first[due$person]),
  adherence_by_dose_step = adherence(dose_step(due$person, due$day)),
  symptoms_by_week = symptom_rates(week(records)),
  symptoms_by_dose = symptom_rates(dose_level(records$person, records$day)),
  time_to_restart = list(reduced = NROW(restarts), restarted = length(restarted_after),
                         median_days_of_those = if (length(restarted_after) > 0) median(restarted_after),
                         curve = curve)
)

# Where what the export counted is not what its rows give.
differences <- character()
compare <- function(what, counted, computed) {
  if (isTRUE(all.equal(counted, computed, check.attributes = FALSE))) return(invisible())
  said <- function(values) paste(unlist(values), collapse = " ")
  differences <<- c(differences, sprintf("%s: the export counted %s, its rows give %s", what, said(counted), said(computed)))
}
in_flow <- function(box, arm = NA) flow$people[flow$box == box & flow$arm %in% arm]
counted_boxes <- function(frame, arm_of) {
  for (at in seq_len(nrow(frame))) {
    computed <- in_flow(frame$box[at], arm_of(at))
    if (length(computed) > 0) compare(frame$box[at], number(frame, "people")[at], computed)
  }
}
consort_by_arm <- rows("consort_by_arm")
counted_boxes(result$counted, function(at) NA)
counted_boxes(consort_by_arm, function(at) consort_by_arm$arm[at])
deleted <- sum(number(result$counted, "people")[result$counted$box %in% "randomised-deleted"])
compare("consented by week", sum(number(result$recruitment, "consented")), in_flow("consented"))
compare("randomised by week", sum(number(result$recruitment, "randomised")), in_flow("randomised") + deleted)
compare("censoring days", counted_until, people$until)
if (has_records) {
  counted <- rows("retention")
  for (column in names(retention)) {
    of_column <- if (column == "arm") counted$arm else number(counted, column)
    compare(paste("retention", column), of_column, retention[[column]])
  }
  own <- factor(due$person, levels = seq_len(nrow(people)))
  compare("days due", number(observation, "days_due"), as.vector(table(own)))
  compare("days recorded", number(observation, "days_recorded"), lengths(days_of_records))
}
result$differences <- as.list(differences)

# --- Output ---

to_json <- function(value) {
  if (is.data.frame(value)) value <- lapply(seq_len(nrow(value)), function(at) as.list(value[at, , drop = FALSE]))
  if (is.list(value)) {
    items <- vapply(value, to_json, "")
    if (is.null(names(value))) return(sprintf("[%s]", paste(items, collapse = ",")))
    keys <- vapply(names(value), function(name) paste0(to_json(name), ":"), "")
    return(sprintf("{%s}", paste(paste0(keys, items, recycle0 = TRUE), collapse = ",")))
  }
  if (is.null(value) || is.na(value)) return("null")
  if (is.character(value)) return(sprintf("\"%s\"", gsub("([\"\\\\])", "\\\\\\1", value)))
  format(value, digits = 15)
}

# Rows as a list by their group.
by_group <- function(frame) {
  setNames(lapply(seq_len(nrow(frame)), function(at) as.list(frame[at, -1])), frame$group)
}

# What the codebook says that a value of a column means.
label_of <- function(column, value) {
  allowed <- codebook$allowed_values[codebook$column %in% column]
  pairs <- as.character(unlist(strsplit(allowed[!is.na(allowed)], " | ", fixed = TRUE)))
  of_value <- pairs[startsWith(pairs, paste0(value, " = "))]
  if (length(of_value) > 0) substring(of_value[1], nchar(value) + 4) else ""
}

show_primary <- function(primary) {
  cat("\nPrimary outcome by arm, as declared (analysis.yaml): reduction minus usual care, with its 95 % interval\n")
  if (is.null(primary)) return(cat("This export declares none.\n"))
  cat("Version", primary$declared, "of the declared analysis\n")
  or_missing <- function(row) lapply(row, function(value) if (is.null(value)) NA else value)
  print(do.call(rbind, lapply(primary$arms, function(row) as.data.frame(or_missing(row)))), row.names = FALSE)
  for (name in c("difference", "difference_missing_as_full")) {
    cat(name, "\n", sep = "")
    if (is.null(primary[[name]])) cat("not estimated, since results of both arms are needed\n")
    else print(as.data.frame(primary[[name]]), row.names = FALSE)
  }
}

show <- function(title, value) {
  cat("\n", title, "\n", sep = "")
  if (is.data.frame(value)) print(value, row.names = FALSE) else print(value)
}

if ("--json" %in% arguments) {
  grouped <- c("adherence_by_day", "adherence_by_dose_step", "symptoms_by_week", "symptoms_by_dose")
  result[grouped] <- lapply(result[grouped], by_group)
  cat(to_json(result), "\n", sep = "")
} else {
  show("Participants (CONSORT), from the consent on", result$flow)
  show("Counted by the product", result$counted)
  codebook <- rows("codebook")
  show("Before randomisation", cbind(baseline, means = mapply(label_of, baseline$item, baseline$value)))
  show_primary(primary)
  show("Retention by months of 30 days", result$retention)
  show("Adverse events since randomisation", result$adverse_events)
  show("Records by week since the first", result$adherence)
  show("Visitors ruled out", result$visitors)
  show("Warning signs and deviations", result$events)
  show("Records by dose step (0: starting dose)", result$adherence_by_dose_step)
  show("Share of days with a symptom, by week", result$symptoms_by_week)
  show("Share of days with a symptom, by dose in per cent of the highest", result$symptoms_by_dose)
  show("Days from the first reduction to a higher dose", result$time_to_restart)
}
for (difference in differences) message(difference)
quit(status = if (length(differences) > 0) 1 else 0)
