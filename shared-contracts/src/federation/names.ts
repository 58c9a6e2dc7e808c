// Apart from the schemas beside it: the shell needs these names and not one of those.

/** The key of the shell's own release in the registry. */
export const SHELL = 'shell';

/** The id of the script element that contains the boot data. */
export const BOOT_ELEMENT = 'boot';
