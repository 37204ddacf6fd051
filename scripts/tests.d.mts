export function runInCi(
  run: (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<void>,
  environment: Readonly<Record<string, string>>,
  projects: readonly string[],
  some: readonly string[],
): Promise<void>
