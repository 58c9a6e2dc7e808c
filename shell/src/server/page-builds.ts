/** The server builds that render a page. */
export interface PageBuilds {
  /** The hash of the shell's, as `integrity` has it. */
  shell: string;
  /** The same of each feature's that the page shows, by its name. */
  features: Record<string, string>;
}

export interface PageRequest extends PageBuilds {
  /** The registry's, whose live releases these are. */
  revision: number;
  /** An opaque name of the participant whose page it is; undefined for a page that holds nothing of anybody. */
  person?: string;
  /** What `renderPage` of the shell takes, as JSON. */
  input: string;
  /** What the page takes for its browser's time zone (IANA). */
  timeZone?: string;
}

/** What a page worker is told: builds to load, and where there is an input, to render it. */
export interface WorkerRequest extends PageBuilds, Partial<Pick<PageRequest, 'input' | 'timeZone'>> {
  /** Those that it was not given yet. */
  scripts: { integrity: string; source: string; cachedData: string }[];
}

export const integritiesOf = ({ shell, features }: PageBuilds): string[] => [
  shell,
  ...Object.values(features),
];
