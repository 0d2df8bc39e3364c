/** JSON schemas of the replies, read from the types of src/contract/routes.ts. */
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { projectRoot } from '../setup.mjs';

export type JsonSchema = Record<string, unknown>;

export interface TypesOfCalls {
  /** Route name → its reply. */
  replies: Map<string, JsonSchema>;
  /** The types that replies use, under `#/components/schemas/`, and `Refusal`. */
  named: Record<string, JsonSchema>;
}

/** Takes a second or two, because TypeScript reads the contract. */
export function readTypes(): TypesOfCalls {
  const generator = createGenerator({
    path: join(projectRoot, 'src/contract/routes.ts'),
    tsconfig: join(projectRoot, 'tsconfig.json'),
    // Another check covers the types.
    skipTypeCheck: true,
    expose: 'export',
    topRef: false,
    jsDoc: 'extended',
    additionalProperties: false,
  });
  const calls = generator.createSchema('Replies');
  const definitions = { ...calls.definitions, ...generator.createSchema('Refusal').definitions };
  const replies = Object.entries(calls.properties ?? {}).map(
    ([name, reply]) => [name, moved(reply as JsonSchema)] as const,
  );
  const { $schema: _, definitions: __, ...refusal } = generator.createSchema('Refusal');
  const named: Record<string, JsonSchema> = { Refusal: moved(refusal as JsonSchema) };
  for (const schema of [named['Refusal'] ?? {}, ...replies.map(([, reply]) => reply)]) {
    collect(schema, definitions as Record<string, JsonSchema>, named);
  }
  return { replies: new Map(replies), named };
}

const HERE = '#/components/schemas/';

/** References in OpenAPI's form. */
function moved(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', `"${HERE}`)) as JsonSchema;
}

function collect(
  schema: JsonSchema,
  definitions: Record<string, JsonSchema>,
  into: Record<string, JsonSchema>,
): void {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    const found = definitions[name];
    if (into[name] || !found) continue;
    into[name] = moved(found);
    collect(into[name], definitions, into);
  }
}
