export { keepAcceptedTexts } from './accepted-texts.queries.ts';
