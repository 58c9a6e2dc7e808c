// Apart from the schemas beside it: the shell needs these names and not one of those.

/** The key of the shell's own release in the registry. */
export const SHELL = 'shell';

/** The id of the script element that contains the boot data. */
export const BOOT_ELEMENT = 'boot';

/** The file of a release that renders its pages on the server: the same sources as the browser's, built beside them. */
export const SERVER_FILE = 'server.js';

/** The file of a feature's release that Module Federation's tools read. */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** The shell's file of its own pages. */
export const PAGES_FILE = 'pages.js';

/** The shell's file of what only a participant needs, and its own pages. */
export const PARTICIPANT_FILE = 'participant.js';

/** Marks the element of the app while it holds the server's markup and nothing of it answers yet. */
export const SERVER_MARKUP = 'data-server-markup';

/** Where a form goes that is sent before the app can answer: a page in words, which reads nothing of it. */
export const WITHOUT_SCRIPT = '/account/without-script';

/** Whom to call, as a page of the server: where the app's own sheet cannot open yet. */
export const HELP_PAGE = '/account/help';
