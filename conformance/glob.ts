/** Turns a glob into a test of whole strings; `*` stands for any run of characters, nothing else is special. */
export function glob(pattern: string): (name: string) => boolean {
  // Most patterns are names in full, and a plan asks about each of them some thousand times.
  if (!pattern.includes('*')) return (name) => name === pattern
  const expression = new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's')
  return (name) => expression.test(name)
}
