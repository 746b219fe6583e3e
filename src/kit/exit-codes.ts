/** The portal ended since memory could not be trusted: `npm start` starts the portal again. */
export const ENDED_BY_ITSELF = 70;
