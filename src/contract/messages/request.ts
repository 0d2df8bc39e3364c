/** The server's messages about a request itself. */
export const requestMessages = {
  notFound: 'No such address',
  method: 'This address takes another method',
  json: 'The body must be JSON',
  elsewhere: 'This was sent from another site. Please use the page in our shop.',
  forged: 'The signature does not fit this body, or it is too old',
  tooLarge: 'The body is too large',
  invalid: (field: string, problem: string) => `${field}: ${problem}`,
  problem: {
    missing: 'is missing',
    type: (expected: string) => `must be of type ${expected}`,
    tooBig: (most: number) => `is too long or too large; the most is ${most}`,
    tooSmall: (least: number) => `is too short or too small; the least is ${least}`,
    other: 'is not valid',
  },
  oldRuntime: (version: string, wanted: number) =>
    `The functions run on Node ${version} and need Node ${wanted}: set AWS_LAMBDA_JS_RUNTIME to nodejs${wanted}.x in Netlify's environment variables and deploy again.`,
  notOpen: 'The shop is not open yet.',
  notPublished: (shop: string | undefined) =>
    `This is a preview or an old copy of the shop. Nothing can be ordered or paid here.${shop ? ` Please go to ${shop}.` : ''}`,
  tooMany: 'Too many attempts. Please wait a little and try again.',
  failed: 'Something went wrong. Please try again.',
  unavailable: 'The shop cannot be reached right now. Please try again in a minute.',
} as const;
