const ones = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

/** Steps of the Indian numbering system, the largest first. */
const steps = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** Returns `Rupees Two Thousand Six Hundred Nine and Fifty Paise Only`: the form of amounts on Indian invoices. */
export function amountInWords(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100];
  return `Rupees ${inWords(rupees)}${rest > 0 ? ` and ${inWords(rest)} Paise` : ''} Only`;
}

function inWords(number: number): string {
  for (const [step, name] of steps) {
    if (number < step) continue;
    const rest = number % step;
    return `${inWords(Math.floor(number / step))} ${name}${rest > 0 ? ` ${inWords(rest)}` : ''}`;
  }
  if (number < 20) return ones[number] ?? '';
  return `${tens[Math.floor(number / 10)]}${number % 10 > 0 ? `-${ones[number % 10]}` : ''}`;
}
