/** The one in the middle: what else the machine does makes single ones too high or too low. */
export const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Prints one line of a table: a name, and numbers that stand below each other. */
export function row(name: string, ...cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}
