/** What the tests use of two packages that bring no types. */
declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
    fieldNames?: string[];
  }
  export default class Validator {
    constructor(vocabulary: object);
    validate(extracted: object): Promise<Issue[]>;
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation?: boolean; embedSource?: boolean | string[] });
    parse(html: string): { jsonld: Record<string, object[]> };
  }
}
