import type { RefusalCode } from '../../src/contract/calls/call.ts';

/** A call that the shop refuses. `message` is for the shopper; `fields` names each wrong field and the reason. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: RefusalCode;
  readonly fields: Record<string, string> | undefined;
  constructor(code: RefusalCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** A refusal because of one field. */
export function invalidField(field: string, message: string): Refused {
  return new Refused('invalid', message, { [field]: message });
}

/** The payment provider does not answer, and the change needs its answer. Nothing was changed. */
export class ProviderSilent extends Refused {
  override name = 'ProviderSilent';
  constructor(message: string) {
    super('unavailable', message);
  }
}
