# Computes the main numbers of the trial's page from the rows of an export. Base R, no package.
#
#   Rscript analyse.R [folder that the export was unpacked to]
#
# NOT TESTED: written beside analyse.py, which is run in the product's tests, and not yet run with R itself. Compare its
# numbers with those of analyse.py before they are used.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else ".."
has <- function(name) file.exists(file.path(folder, paste0(name, ".csv")))
rows <- function(name) {
  read.csv(file.path(folder, paste0(name, ".csv")), fileEncoding = "UTF-8", na.strings = "",
           colClasses = c(study_id = "character"), stringsAsFactors = FALSE)
}

people <- merge(rows("observation"), rows("participants")[c("study_id", "data_choice")], by = "study_id")
allocations <- rows("allocations")
people$arm <- if ("arm" %in% names(allocations)) allocations$arm[match(people$study_id, allocations$study_id)] else NA
is_drawn <- !is.na(people$draw_day)
goes_on <- is.na(people$data_choice)

cat("Participants (CONSORT), from the consent on\n")
print(c(consented = nrow(people), randomised = sum(is_drawn),
        left_before = sum(!is_drawn & !goes_on), not_randomised = sum(!is_drawn & goes_on),
        withdrew = sum(is_drawn & people$data_choice %in% "agree"),
        anonymous = sum(is_drawn & people$data_choice %in% "anonymous"), going_on = sum(is_drawn & goes_on)))
if (!all(is.na(people$arm))) print(table(arm = people$arm))

if (!all(is.na(people$arm))) {
  cat("\nRetention by months of 30 days\n")
  for (months in c(3, 6, 12, 18, 24)) {
    long_ago <- is_drawn & people$draw_day + 30 * months <= people$export_day
    kept <- long_ago & (goes_on | people$censoring_day >= people$draw_day + 30 * months)
    if (any(long_ago)) print(data.frame(months, at_risk = table(people$arm[long_ago]),
                                        retained = as.vector(table(factor(people$arm[kept], levels = sort(unique(people$arm[long_ago])))))))
  }
}

if (has("daily_records")) {
  records <- subset(read.csv(file.path(folder, "daily_records.csv"), stringsAsFactors = FALSE), counts == 1)
  begun <- subset(people, !is.na(first_record_day))

  cat("\nRecords by week since the first\n")
  due <- do.call(rbind, Map(function(id, days) data.frame(study_id = id, week = (seq_len(days) - 1) %/% 7 + 1),
                            begun$study_id, begun$days_due))
  records$week <- (records$study_day - begun$first_record_day[match(records$study_id, begun$study_id)]) %/% 7 + 1
  print(data.frame(days_due = c(table(due$week)),
                   days_recorded = c(table(factor(records$week, levels = sort(unique(due$week)))))))

  cat("\nShare of days with a symptom, by week\n")
  print(aggregate(cbind(sleep = sleep_symptoms > 0, mood = mood_symptoms > 0, active = active_symptoms > 0) ~ week,
                  data = records, FUN = mean))

  cat("\nDays from the first reduction to a higher dose\n")
  reports <- read.csv(file.path(folder, "dose_reports.csv"), stringsAsFactors = FALSE)
  reports <- reports[order(reports$study_id, reports$taken_day, reports$report), ]
  reports <- reports[!duplicated(reports[c("study_id", "taken_day")], fromLast = TRUE), ]
  restart <- do.call(rbind, lapply(split(reports, reports$study_id), function(own) {
    change <- diff(own$dose)
    lower <- which(change < 0)
    if (length(lower) == 0) return(NULL)
    begin <- own$taken_day[lower[1] + 1]
    higher <- which(change > 0 & seq_along(change) > lower[1])
    until <- people$censoring_day[match(own$study_id[1], people$study_id)]
    data.frame(days = if (length(higher) > 0) own$taken_day[higher[1] + 1] - begin else max(until - begin, 0),
               restarted = length(higher) > 0)
  }))
  print(restart)
  if (requireNamespace("survival", quietly = TRUE) && !is.null(restart)) {
    print(survival::survfit(survival::Surv(days, restarted) ~ 1, data = restart))
  }
}
