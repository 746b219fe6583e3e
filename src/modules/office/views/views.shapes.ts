import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';

export const VIEW_NAME_MAX = 60;

export const viewFieldsShape = z.object({ name: requiredText(VIEW_NAME_MAX) });
