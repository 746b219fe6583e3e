export { keepAcceptedTexts, withAcceptedTexts } from './accepted-texts.queries.ts';
