/** Money that a provider has sent to the shop's bank account, or is about to. */
export interface Payout {
  /** The provider's. */
  id: string;
  /** When it was sent, or when the bank has it, in ms. */
  at: number;
  /** After the provider's fees. Negative if the provider takes money back. */
  amountPaise: number;
  /** The provider's fees with their tax; null if it does not say. */
  feesPaise: number | null;
  state: 'sent' | 'pending' | 'failed';
  /** What the bank calls it (UTR); null if the provider does not say. */
  reference: string | null;
}
