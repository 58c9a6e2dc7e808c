import type { Use } from '@stepwise/shared-contracts/release/release-api';

/** What a canary needs before its number is enough: documents that showed it, the days they are of, and by how much it may fail more. */
const ENOUGH = { exposures: 100, days: 2, margin: 0.03 };

/** Of the standard normal distribution: 95 per cent lie below. */
const Z = 1.6449;

/**
 * The upper end of the one-sided 95 per cent confidence interval of a share, 1 where nothing was tried.
 *
 * The score interval: E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, Journal of the
 * American Statistical Association 22 (1927), 209–212.
 */
export function upperBound(found: number, tried: number): number {
  if (tried === 0) return 1;
  const share = found / tried;
  const centre = share + Z ** 2 / (2 * tried);
  const spread = Z * Math.sqrt((share * (1 - share)) / tried + Z ** 2 / (4 * tried ** 2));
  return Math.min(1, (centre + spread) / (1 + Z ** 2 / tried));
}

/** A document that failed before it counted as an exposure was tried as well. */
const triedOf = ({ exposures, faults }: Use): number => Math.max(exposures, faults);

/** Why the number does not say yet that a canary is as good as the live release, in plain words; none where it does. */
export function findMissingUse(canary: Use, live: Use): string[] {
  const { exposures, days, hangs, faults } = canary;
  const bound = upperBound(faults, triedOf(canary));
  const liveShare = live.faults / Math.max(1, triedOf(live));
  return [
    ...(exposures < ENOUGH.exposures ? [`${exposures} of ${ENOUGH.exposures} exposures.`] : []),
    ...(days < ENOUGH.days ? [`Exposures on ${days} of ${ENOUGH.days} days.`] : []),
    ...(hangs > 0 ? [`It hung in ${hangs} ${hangs === 1 ? 'document' : 'documents'}.`] : []),
    ...(bound > liveShare + ENOUGH.margin
      ? [
          `Up to ${percent(bound)} of documents may fail (95 % bound of ${faults} in ${triedOf(canary)}); the live release’s ${percent(liveShare)} and ${percent(ENOUGH.margin)} more are allowed.`,
        ]
      : []),
  ];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
