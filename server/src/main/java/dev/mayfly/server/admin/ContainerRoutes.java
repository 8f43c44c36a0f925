package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.partition.PartitionKeyRange;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists and splits the partition key ranges of a container. */
final class ContainerRoutes {
  static final String RANGES = "/containers/{database}/{container}/ranges";
  static final String SPLIT = "/containers/{database}/{container}/split";

  private static final int DATABASE = 2;
  private static final int CONTAINER = 3;

  private final AdminTarget target;

  ContainerRoutes(AdminTarget target) {
    this.target = requireNonNull(target, "target");
  }

  AdminResponse ranges(AdminRequest request) {
    return answer(target.ranges(request.segment(DATABASE), request.segment(CONTAINER)));
  }

  AdminResponse split(AdminRequest request) {
    String text = request.parameter("range", "/containers/db/c/split?range=0");
    int range;
    try {
      range = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new AdminException(
          400, "the parameter 'range' is '" + text + "', which is not the id of a range");
    }
    return answer(target.splitRange(request.segment(DATABASE), request.segment(CONTAINER), range));
  }

  private static AdminResponse answer(PartitionKeyRanges ranges) {
    List<Map<String, Object>> list = ranges.list().stream().map(ContainerRoutes::members).toList();
    return AdminResponse.json(200, Map.of("ranges", list));
  }

  private static Map<String, Object> members(PartitionKeyRange range) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", Integer.toString(range.id()));
    members.put("minInclusive", range.keys().minHex());
    members.put("maxExclusive", range.keys().maxHex());
    members.put("parents", range.parents().stream().map(id -> Integer.toString(id)).toList());
    return members;
  }
}
