import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<Factory>>;

const serializers = new WeakMap<object, Serializer>();

/**
 * Compiles the serializer of each answer once. Fastify itself compiles one for each route, and GET and HEAD of
 * a path are two: together they took a quarter of the time in which a worker starts. No schema of
 * an answer refers to one that a server holds, so that all servers of a process share them.
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
