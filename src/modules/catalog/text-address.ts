type TextRef = { field: string; kind: string; id: number };

/** The page of a text; links to it load the document, whose policy the editor needs (SE4.3). */
export const textAddress = ({ field, kind, id }: TextRef): string => `/admin/texts/${field}/${kind}:${id}`;
