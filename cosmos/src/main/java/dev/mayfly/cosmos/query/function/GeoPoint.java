package dev.mayfly.cosmos.query.function;

import net.sf.geographiclib.Geodesic;
import net.sf.geographiclib.GeodesicData;
import net.sf.geographiclib.GeodesicLine;
import net.sf.geographiclib.GeodesicMask;

/** A place on the earth, in degrees. */
record GeoPoint(double longitude, double latitude) {
  private static final int HALVINGS = 60;
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** In meters, on the WGS-84 ellipsoid. */
  double distance(GeoPoint other) {
    return Geodesic.WGS84.Inverse(
            latitude, longitude, other.latitude, other.longitude, GeodesicMask.DISTANCE)
        .s12;
  }

  /** In which direction another place lies, in degrees from the north. */
  double azimuth(GeoPoint other) {
    return Geodesic.WGS84.Inverse(
            latitude, longitude, other.latitude, other.longitude, GeodesicMask.AZIMUTH)
        .azi1;
  }

  /** In meters, to the nearest place of the shortest line between two others. */
  double distance(GeoPoint start, GeoPoint end) {
    GeodesicLine line =
        Geodesic.WGS84.InverseLine(
            start.latitude, start.longitude, end.latitude, end.longitude, GeodesicMask.ALL);
    double low = 0;
    double high = line.Distance();
    for (int i = 0; i < HALVINGS && high - low > 1e-6; i++) {
      double left = high - GOLDEN * (high - low);
      double right = low + GOLDEN * (high - low);
      if (distance(line, left) < distance(line, right)) {
        high = right;
      } else {
        low = left;
      }
    }
    double within = distance(line, (low + high) / 2);
    return Math.min(within, Math.min(distance(start), distance(end)));
  }

  private double distance(GeodesicLine line, double meters) {
    GeodesicData place = line.Position(meters, GeodesicMask.LATITUDE | GeodesicMask.LONGITUDE);
    return distance(new GeoPoint(place.lon2, place.lat2));
  }

  /** The place as a vector of length one. */
  double[] vector() {
    double lambda = Math.toRadians(longitude);
    double phi = Math.toRadians(latitude);
    return new double[] {
      Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)
    };
  }
}
