import { type Forgery, forgeries, withBitTurned } from './forgery.ts'
import { SHAPES } from './shapes.ts'

const ZEROS = '0'.repeat(64)
const WRONG = { signature: ZEROS }

/** Only the signature header is wrong; everything else is right. */
export const signatureForgeries: readonly Forgery[] = [
  ...forgeries('receiver-refuses-wrong-signature', {
    'last digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 63) }),
    'first digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 0) }),
    'middle digit changed': (_, { signature }) => ({ signature: nextDigit(signature, 32) }),
    'every digit changed': (_, { signature }) => ({
      signature: [...signature].map((_digit, at) => nextDigit(signature, at)[at]).join(''),
    }),
    'all zeros': () => ({ signature: ZEROS }),
    backwards: (_, { signature }) => ({ signature: [...signature].reverse().join('') }),
    // A receiver may verify capitals in a separate branch.
    'wrong, in capitals': () => ({ signature: 'AB'.repeat(32) }),
    'twice, both wrong': () => ({ signature: [ZEROS, ZEROS] }),
    'twice, the other one empty': () => ({ signature: [ZEROS, ''] }),
    // Some senders write a list into one header, and a receiver may have been written for those.
    'two with a comma, both wrong': (_, { signature }) => ({
      signature: `${ZEROS},${nextDigit(signature, 0)}`,
    }),
    'two with a blank, both wrong': (_, { signature }) => ({
      signature: `${nextDigit(signature, 63)} ${ZEROS}`,
    }),
    'two with names, both wrong': (_, { signature }) => ({
      signature: `v1=${ZEROS},v1=${nextDigit(signature, 0)}`,
    }),
    'behind the name of its hash': () => ({ signature: `sha256=${ZEROS}` }),
    // Receivers often choose by media type how to read a body, and verify the signature in that branch.
    'under a media type with a charset': () => ({ ...WRONG, contentType: 'application/json; charset=utf-8' }),
    'as plain text': () => ({ ...WRONG, contentType: 'text/plain' }),
    'as a form': () => ({ ...WRONG, contentType: 'application/x-www-form-urlencoded' }),
    'without a media type': () => ({ ...WRONG, contentType: null }),
  }),
  ...forgeries('receiver-refuses-missing-signature', { 'no signature': () => ({ signature: null }) }),
  ...forgeries('receiver-refuses-empty-signature', {
    'empty signature': () => ({ signature: '' }),
    'nothing but blanks': () => ({ signature: '   ' }),
    'empty twice': () => ({ signature: ['', ''] }),
    // Receivers that expect a list may find nothing to check in these.
    'nothing but a comma': () => ({ signature: ',' }),
    'nothing but the name of a hash': () => ({ signature: 'sha256=' }),
    'nothing but a version': () => ({ signature: 'v1=' }),
  }),
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
    'four thousand digits': (_, { signature }) => ({ signature: signature.padEnd(4000, '0') }),
    'one digit more': (_, { signature }) => ({ signature: `${signature}0` }),
    // Decoders in some languages read hex up to the first other letter, and ignore the rest.
    'letters behind it': (_, { signature }) => ({ signature: `${signature}zz` }),
    'two digits before': (_, { signature }) => ({ signature: `00${signature}` }),
  }),
  ...forgeries('receiver-refuses-non-hex-signature', {
    'no hex': () => ({ signature: 'z'.repeat(64) }),
    'base64 of the right bytes': (_, { signature }) => ({
      signature: Buffer.from(signature, 'hex').toString('base64'),
    }),
    // In some languages the comparison of texts throws at these letters. A receiver that catches the error may go on.
    'letters beyond ASCII': () => ({ signature: '\u00e9'.repeat(64) }),
    'letters beyond ASCII, as UTF-8': () => ({ signature: latin1('\u00fc'.repeat(32)) }),
    'full-width digits': () => ({ signature: latin1('\uff10'.repeat(64)) }),
    'one letter beyond ASCII': (_, { signature }) => ({ signature: `${signature.slice(0, 63)}\u00ff` }),
    'one letter beyond ASCII, first': (_, { signature }) => ({ signature: `\u00ff${signature.slice(1)}` }),
    'an odd number of digits': () => ({ signature: ZEROS.slice(1) }),
    'a tab within': () => ({ signature: `${ZEROS.slice(33)}\t${ZEROS.slice(32)}` }),
    'the word null': () => ({ signature: 'null' }),
    'the word undefined': () => ({ signature: 'undefined' }),
    'a zero': () => ({ signature: '0' }),
    'an empty list': () => ({ signature: '[]' }),
    'a signing secret': (_, { canary }) => ({ signature: canary }),
    'a word': () => ({ signature: 'valid' }),
    'first half, then no hex': (_, { signature }) => ({ signature: signature.slice(0, 32) + 'z'.repeat(32) }),
  }),
]

/** The same wrong signatures, in other events and framings. */
export const shapedForgeries: readonly Forgery[] = Object.entries(SHAPES).map(([name, shape]) => ({
  requirement: 'receiver-refuses-wrong-signature',
  name,
  ...shape,
  forge: (_, { signature }) => ({ signature: nextDigit(signature, 63) }),
  variant: true,
}))

/** The text whose bytes in Latin-1 equal the bytes of the given text in UTF-8. */
function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** The signature with another hexadecimal digit in one place. */
function nextDigit(hex: string, at: number): string {
  return withDigit(hex, at, withBitTurned(hex.slice(at, at + 1), 0))
}

function withDigit(hex: string, at: number, digit: string): string {
  // Flipping the lowest bit of `f` or `a` may give no hexadecimal digit.
  const sound = /[0-9a-f]/.test(digit) ? digit : '0'
  return hex.slice(0, at) + sound + hex.slice(at + 1)
}
