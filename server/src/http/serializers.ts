import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<Factory>>;

const serializers = new WeakMap<object, Serializer>();

/**
 * Compiles the serializer of each answer once. Fastify compiles one for each route, and GET and HEAD of a
 * path are two; this takes a fifth of the processor time in which a worker starts. No schema of an answer
 * refers to one that a server holds, so that all servers of a process can share them.
 */
export const buildSerializer: Factory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    const schema = route.schema as object;
    let serializer = serializers.get(schema);
    if (serializer === undefined) {
      serializer = compile(route);
      serializers.set(schema, serializer);
    }
    return serializer;
  };
};
