import { createContext, type ReactElement } from 'react';

/**
 * What the server renders in place of the application: the document around the application, or the scripts of
 * React Router. React in the browser draws the element `app` alone (decision 111).
 */
export const InPlaceOfApplication = createContext<ReactElement | undefined>(undefined);
