/** The package's version; a test compares it with package.json. */
export const ZCLASH_VERSION = '0.1.0';
