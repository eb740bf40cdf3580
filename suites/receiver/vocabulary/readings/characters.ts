import type { EventBody } from '../../../../generators/events.ts'
import { bytes, type Notation, named, type Reading } from './reading.ts'

/** A name in both bodies; `%XX` in the other one is a byte. */
type Row = readonly [reading: string, plain: string, other: string, event?: Notation]

/** Readings that change characters, by a name that shows it. */
const ROWS: readonly Row[] = [
  ['U+FFFD for a byte that is no UTF-8', 'Acme \ufffd Inc', 'Acme %80 Inc'],
  ['U+FFFD for half a character', 'Acme \ufffd Inc', 'Acme %C3 Inc'],
  ['U+FFFD for each byte of half a character', 'Acme \ufffd\ufffd Inc', 'Acme %E2%82 Inc'],
  ['bytes that are no UTF-8 left out', 'Acme', 'Ac%80me'],
  ['a question mark for a byte that is no UTF-8', 'Acme ? Inc', 'Acme %80 Inc'],
  ['a question mark for a letter beyond ASCII', 'M?ller', 'Müller', 'letters'],
  ['a question mark for each byte beyond ASCII', 'M??ller', 'Müller', 'letters'],
  ['letters beyond ASCII left out', 'Mller', 'Müller', 'letters'],
  ['a question mark for a letter beyond Latin-1', 'Acme ? Inc', 'Acme 保 Inc', 'letters'],
  ['a question mark for a character of four bytes', 'Acme ? Inc', 'Acme 🛡 Inc', 'letters'],
  ['characters of four bytes left out', 'Acme  Inc', 'Acme 🛡 Inc', 'letters'],
  ['the highest bit of each byte cut off', 'Acme', '%C1cme'],
  ['the low byte of each letter', 'Acme', 'Łcme', 'letters'],
  ['decoded as Latin-1', 'MÃ¼ller', 'Müller', 'letters'],
  ['decoded as Windows-1252', 'Acme â‚¬', 'Acme €', 'letters'],
  ['encoded as Latin-1', 'Müller', 'MÃ¼ller', 'letters'],
  ['Latin-1 where it is no UTF-8', 'Müller', 'M%FCller'],
  ['Windows-1252 where it is no UTF-8', 'Acme €', 'Acme %80'],
  ['overlong forms', 'Acme', '%C1%81cme'],
  ['surrogates of three bytes each', 'Acme 🛡', 'Acme %ED%A0%BD%ED%BB%A1'],
  ['normalisation to NFC', 'Zoë', 'Zoe\u0308', 'letters'],
  ['normalisation to NFD', 'Zoe\u0308', 'Zoë', 'letters'],
  ['normalisation of letters that have a twin', 'Å', '\u212b', 'letters'],
  ['normalisation to NFKC', 'Office', 'O\ufb03ce', 'letters'],
  ['normalisation of widths', 'Acme', '\uff21cme', 'letters'],
  ['accents left out', 'Zoe', 'Zoë', 'letters'],
  ['zero bytes left out', 'Acme', 'Ac%00me'],
  ['control characters left out', 'Acme', 'Ac%7Fme'],
  ['invisible characters left out', 'Acme', 'Ac\u200bme', 'letters'],
  ['soft hyphens left out', 'Acme', 'Ac\u00adme', 'letters'],
  ['byte order marks left out', 'Acme', 'Ac\ufeffme', 'letters'],
  ['no-break spaces as blanks', 'Acme Inc', 'Acme\u00a0Inc', 'letters'],
  ['line separators as blanks', 'Acme Inc', 'Acme\u2028Inc', 'letters'],
  ['blanks in a row as one', 'Acme Inc', 'Acme  Inc', 'letters'],
  ['small letters for capitals in a name', 'acme', 'ACME', 'letters'],
  ['typographic quotes as plain ones', "O'Neil", 'O\u2019Neil', 'letters'],
  ['decoded as a form: percent signs', 'Acme', '%2541cme', 'letters'],
  ['decoded as a form: plus signs', 'Acme Inc', 'Acme+Inc', 'letters'],
  ['decoded as HTML', 'A & B', 'A &amp; B', 'letters'],
  ['encoded as HTML', 'A &amp; B', 'A & B', 'letters'],
  ['tags left out', 'Acme', 'Ac<b></b>me', 'letters'],
]

export function characterReadings(event: EventBody): readonly Reading[] {
  return ROWS.map(([name, plain, other, kind]) => {
    const written = JSON.stringify(named(event, other))
    return {
      name,
      plain: JSON.stringify(named(event, plain)),
      other: kind === undefined || other.includes('%') ? bytes(written) : written,
      ...(kind !== undefined && { event: kind }),
    }
  })
}
