import { createReadStream } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'

/**
 * Reads a text file line by line, with the number of each line from 1 on. Empty lines are left out.
 *
 * @param most characters of a line
 * @throws ConformanceError `USAGE` with the number of a line that is longer
 */
export async function* linesOf(
  file: string,
  most: number,
): AsyncGenerator<readonly [number: number, line: string]> {
  let [number, length] = [0, 0]
  // Pieces of a line are joined once, since a line may be very long.
  let pieces: string[] = []
  for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
    const [first = '', ...more] = String(piece).split('\n')
    let next = first
    for (const later of more) {
      number += 1
      const line = [...pieces, next].join('')
      pieces = []
      length = 0
      next = later
      if (line.trim() !== '') yield [number, line]
    }
    pieces.push(next)
    length += next.length
    if (length > most)
      throw usageError(
        `line ${number + 1} of ${file} is longer than ${most} characters, so it is no recording`,
      )
  }
  const rest = pieces.join('')
  if (rest.trim() !== '') yield [number + 1, rest]
}
