/** The root of React. */
export const APP_ID = 'app';

/** The template of a finished page that holds the scripts of React Router (first-load/start-later.ts). */
export const LATER_START_ID = 'later-start';
