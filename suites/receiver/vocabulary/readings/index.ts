import type { EventBody } from '../../../../generators/events.ts'
import { characterReadings } from './characters.ts'
import { notationReadings } from './notations.ts'
import type { Reading } from './reading.ts'
import { textReadings } from './texts.ts'

export { sorted, spaced } from './notations.ts'
export type { Reading } from './reading.ts'

/** Every lossy way to read a body that the suite knows, with an event and a forgery that show it. */
export const readingsOf = (event: EventBody): readonly Reading[] => [
  ...characterReadings(event),
  ...textReadings(event),
  ...notationReadings(event),
]
