import { basename, join, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
export const DEFAULT_BRAND = 'src/brand/harborline';

/**
 * The folder of the company's name, colors, drawings and page texts. BRAND names it to the build and to the
 * portal alike, so it is read here and not handed on with the rest of the settings.
 */
export const brandFolder = resolve(ROOT, process.env.BRAND?.trim() || DEFAULT_BRAND);

/** Where the portal of this brand is built, so that two brands never serve each other's pages. */
export const buildFolder = join(ROOT, 'build', basename(brandFolder));
