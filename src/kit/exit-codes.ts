/** The portal ended by itself because its memory could not be trusted: `npm start` starts it again. */
export const ENDED_BY_ITSELF = 70;
