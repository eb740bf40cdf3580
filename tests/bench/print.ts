/** The median: other load on the machine makes single numbers too high or too low. */
export const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Prints one line of a table: a name, and numbers in columns. */
export function row(name: string, ...cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(26)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}
