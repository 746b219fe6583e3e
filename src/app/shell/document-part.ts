import { createContext } from 'react';

/**
 * What is being rendered: the document around the application, or the application itself. Only the server
 * renders the document; React in the browser draws the element `app` alone (decision 111).
 */
export const DocumentPart = createContext<'document' | 'application'>('application');

export const APP_ID = 'app';
