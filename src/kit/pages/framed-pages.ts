// Pages on which somebody logs in, looks at an account or works for the company.
const IN_OWN_WINDOW = /^\/(login|forgot-password|reset-password|verify-email|dashboard|admin)(\/|$)/;

/**
 * Whether a school's website may show a page in a frame: public pages, the school's own and its contract. A
 * page of an account never: the site around it could lay something else over its buttons.
 * Source: H17, W10
 */
export const mayBeFramed = (path: string): boolean => !IN_OWN_WINDOW.test(path);
