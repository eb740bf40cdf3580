import { type Forgery, forgeries, withBitTurned } from './forgery.ts'

/** The signature header is not what it is to be; everything else is right. */
export const signatureForgeries: readonly Forgery[] = [
  ...forgeries('receiver-refuses-wrong-signature', {
    'last digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 63) }),
    'first digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 0) }),
    'middle digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 32) }),
    'every digit changed': (_, { signature }) => ({
      signature: [...signature].map((_digit, at) => nextDigit(signature, at)[at]).join(''),
    }),
    'all zeros': () => ({ signature: '0'.repeat(64) }),
  }),
  ...forgeries('receiver-refuses-missing-signature', { 'no signature': () => ({ signature: null }) }),
  ...forgeries('receiver-refuses-empty-signature', { 'empty signature': () => ({ signature: '' }) }),
  ...forgeries('receiver-refuses-truncated-signature', {
    'first half': (_, { signature }) => ({ signature: signature.slice(0, 32) }),
    'without the last digit': (_, { signature }) => ({ signature: signature.slice(0, 63) }),
    'without the last byte': (_, { signature }) => ({ signature: signature.slice(0, 62) }),
    'first eight digits': (_, { signature }) => ({ signature: signature.slice(0, 8) }),
    'second half': (_, { signature }) => ({ signature: signature.slice(32) }),
  }),
  ...forgeries('receiver-refuses-prolonged-signature', {
    'two digits more': (_, { signature }) => ({ signature: `${signature}00` }),
    'twice over': (_, { signature }) => ({ signature: signature + signature }),
    'two digits before': (_, { signature }) => ({ signature: `00${signature}` }),
  }),
  ...forgeries('receiver-refuses-non-hex-signature', {
    'no hex': () => ({ signature: 'z'.repeat(64) }),
    'base64 of the right bytes': (_, { signature }) => ({
      signature: Buffer.from(signature, 'hex').toString('base64'),
    }),
    'a word': () => ({ signature: 'valid' }),
    'first half, then no hex': (_, { signature }) => ({ signature: signature.slice(0, 32) + 'z'.repeat(32) }),
  }),
]

/** Another hexadecimal digit in one place. */
function nextDigit(hex: string, at: number): string {
  return withDigit(hex, at, withBitTurned(hex.slice(at, at + 1), 0))
}

function withDigit(hex: string, at: number, digit: string): string {
  // The neighbour of `f` and `a` by their lowest bit may be no digit.
  const sound = /[0-9a-f]/.test(digit) ? digit : '0'
  return hex.slice(0, at) + sound + hex.slice(at + 1)
}
